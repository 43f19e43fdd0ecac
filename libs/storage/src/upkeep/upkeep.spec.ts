import { createLogger } from '@app/observability';
import { createTestDatabase, eventually, type TestDatabase } from '@app/testing';
import { Upkeep, type UpkeepTask } from './upkeep.js';

const logger = createLogger('test', 'silent');
const LONG_MS = 3_600_000;

let database: TestDatabase;
let running: Upkeep[];
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  running = [];
});
afterEach(() => Promise.all(running.map((upkeep) => upkeep.stop())));
afterAll(() => database.drop());

function start(tasks: UpkeepTask[], observe?: (task: string) => void): Upkeep {
  const upkeep = new Upkeep({ url: database.url, tasks, logger, observe });
  running.push(upkeep);
  upkeep.start();
  return upkeep;
}

/** A task that only records its slices. */
function aTask(
  name: UpkeepTask['name'],
  slices: number,
  tell: (name: string) => void,
  pauseMs = LONG_MS,
): UpkeepTask {
  return {
    name,
    async *round(client) {
      for (let slice = 0; slice < slices; slice++) {
        if (slice > 0) yield;
        await client.query('SELECT 1');
        tell(name);
      }
      return { pauseMs };
    },
  };
}

it('gives each task its turn between the slices of a long one', async () => {
  const seen: string[] = [];
  const tell = (name: string) => void seen.push(name);
  start([aTask('refresh', 1, tell, 0), aTask('erasure', 20, tell), aTask('expiry', 1, tell)]);
  await eventually(() => {
    expect(seen.filter((name) => name === 'erasure')).toHaveLength(20);
    return Promise.resolve();
  });
  expect(seen.slice(0, 3)).toEqual(['refresh', 'erasure', 'expiry']);
  const turns = seen.slice(3, 40).filter((name) => name !== 'expiry');
  for (const [place, name] of turns.entries())
    expect(name).toBe(place % 2 === 0 ? 'refresh' : 'erasure');
});

it('begins a new round after its pause, and reports how long each took', async () => {
  const rounds: string[] = [];
  start([aTask('digests', 3, () => undefined, 1)], (task) => rounds.push(task));
  await eventually(() => {
    expect(rounds.length).toBeGreaterThan(2);
    return Promise.resolve();
  });
  expect(new Set(rounds)).toEqual(new Set(['digests']));
});

it('is done by only one process, and taken over when that one stops', async () => {
  const seen: string[] = [];
  const first = start([aTask('expiry', 1, () => seen.push('first'), 1)]);
  await eventually(() => {
    expect(seen).toContain('first');
    return Promise.resolve();
  });
  start([aTask('expiry', 1, () => seen.push('second'), 1)]);
  const before = seen.length;
  await eventually(() => {
    expect(seen.length).toBeGreaterThan(before + 20);
    return Promise.resolve();
  });
  expect(seen).not.toContain('second');
  await first.stop();
  await eventually(() => {
    expect(seen).toContain('second');
    return Promise.resolve();
  });
});

it('continues with the other tasks when one fails, and when its connection is lost', async () => {
  const seen: string[] = [];
  const failing: UpkeepTask = {
    name: 'refresh',
    async *round(client) {
      await client.query('SELECT 1/0');
      return { pauseMs: 0 };
    },
  };
  start([failing, aTask('erasure', 2, () => seen.push('erasure'), 1)]);
  const goesOn = async () => {
    const before = seen.length;
    await eventually(() => {
      expect(seen.length).toBeGreaterThan(before + 5);
      return Promise.resolve();
    });
  };
  await goesOn();
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'botgauge-upkeep' AND datname = current_database()`,
  );
  await goesOn();
});
