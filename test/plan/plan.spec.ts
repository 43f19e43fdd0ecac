import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { type FlavourFigures, type Load, loadModules } from './modules.js';

// What is expected here was reckoned by hand, with figures that make it easy.

const SCRIPTS = join(import.meta.dirname, '../../scripts');
const modules = loadModules();

const figure = (value: number) => ({ value, unit: '', passage: '', place: 0 });
const FIGURES: FlavourFigures = {
  api: figure(5),
  worker: figure(4),
  redis: figure(1),
  database: figure(12),
  wal: figure(600),
  disk: figure(300),
  locked: figure(8),
};
const CITUS = { ...FIGURES, database: figure(16), coordinator: figure(1) };

const LOAD: Load = {
  help: false,
  entriesPerSecond: 100_000,
  websites: 100,
  largestShare: 0.1,
  flavour: 'plain',
  busy: 0.5,
  cores: 8,
  retentionDays: 10,
};
const planFor = async (load: Partial<Load>, figures = FIGURES) =>
  (await modules).planFor({ ...LOAD, ...load }, figures);

describe('nodesFor', () => {
  it.each([
    ['one node carries all of it', 4, 1, 4, 1],
    ['without a large share, the nodes have equal parts', 16, 0, 4, 4],
    // The fullest of five has 1.6 + 14.4 / 5 = 4.48, of six 1.6 + 14.4 / 6 = 4.0.
    ['the fullest node has the share and its part of the rest', 16, 0.1, 4, 6],
    ['a share that is more than a node can carry', 16, 0.3, 4, Infinity],
    ['a share that fills a node, so that nothing else may be there', 16, 0.25, 4, Infinity],
    // 3 * 0.1 / (0.1 * 1) is a little more than 3 in binary.
    ['fractions', 0.3, 0, 0.1, 3],
  ])('%s', async (_what, load, share, room, nodes) => {
    expect((await modules).nodesFor(load, share, room)).toBe(nodes);
  });
});

describe('planFor', () => {
  it('reckons processes, machines and one database', async () => {
    // 100,000 a second: 0.5 + 0.4 cores are busy, 1.2 of the database; half of each may be.
    expect(await planFor({})).toEqual({
      api: { busy: 0.5, processes: 1 },
      worker: { busy: 0.4, processes: 1 },
      machines: 1,
      redis: { busy: 0.1, nodes: 1, shards: 1, fits: true },
      database: { busy: 1.2, cores: 3, nodes: 1, fits: true },
      disk: {
        walPerSecond: 60e6,
        walPerDay: 5.184e12,
        perDay: 2.592e12,
        kept: 25.92e12,
      },
      website: { average: 1_000, largest: 10_000, bound: 125_000, fits: true },
    });
  });

  it('says when one machine is not enough for one database', async () => {
    // 12 busy cores, where 4 of 8 may be.
    const { database, api, worker, machines } = await planFor({ entriesPerSecond: 1e6 });
    expect(database).toEqual({ busy: 12, cores: 24, nodes: 1, fits: false });
    expect([api.processes, worker.processes, machines]).toEqual([10, 8, 3]);
  });

  it('divides Citus into a coordinator and nodes', async () => {
    // Without its coordinator 15; the fullest of five has 0.75 + 14.25 / 5 = 3.6, of four 4.3.
    const load = { entriesPerSecond: 1e6, largestShare: 0.05, flavour: 'citus' };
    const { database } = await planFor(load, CITUS);
    expect(database).toEqual({
      busy: 15,
      cores: 30,
      nodes: 5,
      fits: true,
      coordinator: { busy: 1, cores: 2 },
    });
  });

  it('says when the largest website is too much for a node of Citus', async () => {
    const load = { entriesPerSecond: 1e6, largestShare: 0.3, flavour: 'citus' };
    expect((await planFor(load, CITUS)).database).toMatchObject({ nodes: Infinity, fits: false });
  });

  it('says when the coordinator is too much for a machine', async () => {
    const load = { entriesPerSecond: 9e6, largestShare: 0.001, flavour: 'citus' };
    expect((await planFor(load, CITUS)).database.fits).toBe(false);
  });

  it.each([
    // Busy cores of Redis, of which half of one may be in each node.
    [500_000, 0, 1],
    // Two would do, and three are the fewest of a cluster.
    [1_000_000, 0, 3],
    [2_000_000, 0, 4],
    // The fullest of seven has 0.2 + 1.8 / 7 = 0.46, of six 0.5.
    [2_000_000, 0.1, 6],
  ])('takes as many nodes of Redis as %i entries a second need', async (rate, share, nodes) => {
    const { redis } = await planFor({ entriesPerSecond: rate, largestShare: share });
    expect(redis).toMatchObject({ nodes, shards: nodes, fits: true });
  });

  it('says when the queue would need more shards than it can have', async () => {
    const { redis } = await planFor({ entriesPerSecond: 7e6, largestShare: 0 });
    expect(redis).toMatchObject({ nodes: 14, fits: false });
  });

  it('says when one website has more than its counters allow', async () => {
    // 8 ms a thousand are 125,000 a second.
    const fits = async (entriesPerSecond: number) =>
      (await planFor({ entriesPerSecond })).website.fits;
    expect(await fits(1_250_000)).toBe(true);
    expect(await fits(1_260_000)).toBe(false);
  });
});

describe('readOptions', () => {
  const read = async (...args: string[]) => (await modules).readOptions(args);
  const RATE = ['--entries-per-second', '1e6'];

  it('has usual values', async () => {
    expect(await read(...RATE, '--websites', '20000')).toEqual({
      help: false,
      entriesPerSecond: 1_000_000,
      websites: 20_000,
      largestShare: 0.1,
      flavour: 'timescale',
      busy: 0.6,
      cores: 8,
      retentionDays: 30,
    });
  });

  it('gives few websites equal shares', async () => {
    expect(await read(...RATE)).toMatchObject({ websites: 1, largestShare: 1 });
    expect(await read(...RATE, '--websites', '4')).toMatchObject({ largestShare: 0.25 });
  });

  it('takes equal shares of three websites', async () => {
    const options = await read(...RATE, '--websites', '3', '--largest-share', '33.3333333333');
    expect(options.largestShare).toBeCloseTo(1 / 3);
  });

  it.each([
    [[], '--entries-per-second is missing'],
    [['--entries-per-second', 'many'], '--entries-per-second must be a number above 0'],
    [['--entries-per-second', '0'], 'above 0'],
    [['--entries-per-second', 'Infinity'], 'not "Infinity"'],
    [['--entries-per-second', ''], 'not ""'],
    [[...RATE, '--websites', '1.5'], '--websites must be a whole number, not "1.5"'],
    [[...RATE, '--busy', '101'], 'up to 100'],
    [[...RATE, '--cores', '0'], '--cores must be a number above 0'],
    [[...RATE, '--flavour', 'mysql'], '--flavour must be timescale, plain, citus, not "mysql"'],
    [[...RATE, '--websites', '4', '--largest-share', '20'], 'has at least 25 per cent'],
    [[...RATE, '--speed', '1'], "Unknown option '--speed'"],
    [[...RATE, 'citus'], "Unexpected argument 'citus'"],
  ])('refuses %j', async (args, message) => {
    await expect(read(...args)).rejects.toThrow(message);
  });
});

describe('the text', () => {
  const text = async (load: Partial<Load>, figures = FIGURES) => {
    const whole = { ...LOAD, ...load };
    const { linesOf, planFor: plan } = await modules;
    return linesOf(whole, plan(whole, figures)).join('\n');
  };

  it('names what is needed, and nothing that is impossible', async () => {
    const told = await text({ entriesPerSecond: 1e6, cores: 24 });
    expect(told).toMatch(/^API +5 +10 processes$/m);
    expect(told).toMatch(/^Redis +1 +a cluster of 3 masters, QUEUE_SHARDS=3$/m);
    expect(told).toMatch(/^database +12 +1 machine with 24 cores$/m);
    expect(told).toMatch(/^bound of one website +125,000 entries a second/m);
    expect(told).not.toMatch(/Not possible|Infinity|NaN|undefined/);
  });

  it.each([
    [{ entriesPerSecond: 1e6 }, FIGURES, 'Take a larger machine (--cores 24), or Citus'],
    [
      { entriesPerSecond: 1e6, largestShare: 0.3, flavour: 'citus' },
      CITUS,
      'the node with the largest',
    ],
    [{ entriesPerSecond: 7e6, largestShare: 0.01 }, FIGURES, '12 shards at most'],
    [{ entriesPerSecond: 2e6 }, FIGURES, 'one website cannot have 200,000 entries a second'],
  ])('says what is not possible: %j', async (load, figures, message) => {
    const told = await text(load, figures);
    expect(told).toContain('Not possible');
    expect(told).toContain(message);
    expect(told).not.toMatch(/Infinity|∞|NaN|undefined/);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 kB'],
    [5.184e12, '5.2 TB'],
    [2.5e19, '25,000 PB'],
  ])('writes %d bytes as %s', async (number, written) => {
    expect((await modules).bytes(number)).toBe(written);
  });
});

describe('npm run plan', () => {
  // A folder with the scripts alone: no packages, no build.
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-plan-')));
  cpSync(SCRIPTS, folder, { recursive: true });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(folder, 'plan.mjs'), ...args], { encoding: 'utf8' });

  it('tells the plan of each flavour', () => {
    for (const flavour of ['timescale', 'plain', 'citus']) {
      const { status, stdout, stderr } = run('--entries-per-second', '1000', '--flavour', flavour);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/^1,000 entries a second of 1 website/);
    }
  });

  it('has help, and refuses what it does not understand', () => {
    expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
    expect(run('--help').stdout).toMatch(/^Usage: npm run plan/);
    const refused = run('--websites', '3');
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^--entries-per-second is missing\.\n\nUsage/);
  });
});
