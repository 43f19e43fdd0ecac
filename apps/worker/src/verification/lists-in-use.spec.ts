import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VerifyLists } from '@app/config';
import { addressNumbers } from '@app/contracts';
import { createLogger, createWorkerMetrics } from '@app/observability';
import { AddressListStore } from '@app/storage';
import {
  createTestDatabase,
  eventually,
  type ListServer,
  removedAtEnd,
  startListServer,
  type TestDatabase,
  withEtag,
} from '@app/testing';
import { type AddressList, verdict } from '@app/verification';
import { ListsInUse, type ListsSettings } from './lists-in-use.js';

const SOURCE = 'https://bots.example/list.txt';
const BUNDLED = [{ id: 'example', fetchedAt: '2026-05-05', prefixes: ['20.0.0.0/24'] }];
const EXAMPLE: AddressList = {
  id: 'example',
  provider: 'Example',
  role: 'bots',
  published: 'https://bots.example/',
  sources: [SOURCE],
  format: 'text',
  completeFor: ['examplebot'],
  provesForDays: 7,
};
/** The list of another operator, from whose addresses the bot comes as well. */
const OTHER: AddressList = {
  ...EXAMPLE,
  ...{ id: 'other', provider: 'Other', sources: [], completeFor: [] },
  alsoVerifies: ['examplebot'],
};
const NEW = '20.0.0.0/24\n21.0.0.0/24\n';

let database: TestDatabase;
let operators: ListServer;
let running: ListsInUse[];
let warnings: object[];
/** The texts of all lines of the log. */
let told: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  operators = await startListServer();
});
beforeEach(async () => {
  [running, warnings, told] = [[], [], []];
  await database.pool.query('TRUNCATE address_lists');
  operators.answers.clear();
  operators.asked.length = 0;
});
afterEach(() => Promise.all(running.map((lists) => lists.stop())));
afterAll(async () => {
  await operators.close();
  await database.drop();
});

/** The part of a worker that has the lists. */
async function aWorker(from: VerifyLists, settings: Partial<ListsSettings> = {}) {
  const logger = createLogger('test', 'silent');
  logger.warn = (details: object, text = '') => {
    warnings.push(details);
    told.push(text);
  };
  logger.info = (details: object | string, text?: string) =>
    void told.push(typeof details === 'string' ? details : (text ?? ''));
  const metrics = createWorkerMetrics(
    () => ({ hits: 0, misses: 0, size: 0 }),
    () => lists.ages(),
  );
  const lists: ListsInUse = new ListsInUse({
    from,
    store: new AddressListStore(database.pool),
    lists: [EXAMPLE, OTHER],
    bundled: BUNDLED,
    fetch: operators.fetch,
    reloadMs: 20,
    lookMs: 20,
    logger,
    metrics,
    ...settings,
  });
  running.push(lists);
  await lists.start();
  const bot = { slug: 'examplebot', provider: 'Example' };
  const judge = (address: string) =>
    verdict({ bot, address: addressNumbers(address), time: Date.now() }, lists.current()).reason;
  const metric = async (name: string) =>
    (await metrics.registry.getSingleMetric(name)!.get()).values;
  return { lists, judge, metric };
}

it('fetches in one worker and judges by the new list in all of them', async () => {
  operators.answers.set(SOURCE, withEtag(NEW, '"v1"'));
  const workers = await Promise.all([aWorker('refresh'), aWorker('refresh'), aWorker('refresh')]);
  await eventually(() => {
    for (const { judge } of workers) {
      expect(judge('21.0.0.1')).toBe('in_list');
      expect(judge('99.0.0.1')).toBe('outside_complete_list');
    }
  });
  await eventually(async () => {
    const counts = await Promise.all(
      workers.map(({ metric }) => metric('botgauge_address_list_refreshes_total')),
    );
    expect(counts.flat()).toEqual([{ labels: { list: 'example', outcome: 'changed' }, value: 1 }]);
  });
  expect(operators.asked).toHaveLength(1);

  // A day later.
  await database.pool.query(
    "UPDATE address_lists SET due_at = now() - interval '1 s', fetched_at = '2026-10-01'",
  );
  await eventually(async () => {
    expect(operators.asked).toHaveLength(2);
    for (const { metric } of workers) {
      const [age] = await metric('botgauge_address_list_age_seconds');
      expect(age).toMatchObject({ labels: { list: 'example' } });
      expect(age!.value).toBeLessThan(600);
    }
  });
  expect(operators.asked[1]).toMatchObject({ etag: '"v1"' });
});

it('starts again with what the database has, also when the operator is away', async () => {
  operators.answers.set(SOURCE, NEW);
  const first = await aWorker('refresh');
  await eventually(() => expect(first.judge('21.0.0.1')).toBe('in_list'));
  await first.lists.stop();
  operators.answers.clear();
  const second = await aWorker('refresh');
  expect(second.judge('21.0.0.1')).toBe('in_list');
  expect(operators.asked).toHaveLength(1);
});

it('says in the log and in a metric that a list was refused, and keeps the old one', async () => {
  operators.answers.set(SOURCE, '<html>');
  const { judge, metric } = await aWorker('refresh');
  await eventually(async () =>
    expect(await metric('botgauge_address_list_refreshes_total')).toEqual([
      { labels: { list: 'example', outcome: 'refused' }, value: 1 },
    ]),
  );
  // It is counted first, and told when the lists were read again.
  await eventually(() =>
    expect(warnings).toEqual([
      { reasons: { example: 'Line 1 is no address and no CIDR: "<html>"' } },
    ]),
  );
  expect(judge('20.0.0.1')).toBe('in_list');
  expect(judge('21.0.0.1')).toBe('list_too_old');
});

it('ends at once although an operator does not answer', async () => {
  operators.answers.set(SOURCE, () => undefined);
  const { lists } = await aWorker('refresh');
  await eventually(() => expect(operators.asked).toHaveLength(1));
  await lists.stop();
  expect(warnings).toEqual([]);
  expect((await new AddressListStore(database.pool).find())[0]).toMatchObject({ failure: null });
});

it('judges by the lists of the release while the database is away', async () => {
  const away = new AddressListStore(database.pool);
  away.find = () => Promise.reject(new Error('away'));
  away.claim = () => Promise.reject(new Error('away'));
  const { judge } = await aWorker('refresh', { store: away });
  expect(judge('20.0.0.1')).toBe('in_list');
  expect(warnings).toContainEqual({ reason: 'away' });
});

it('reads a folder again, and says once what is wrong with a file', async () => {
  const directory = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-lists-')));
  // In one step: half of a file would be another list.
  const put = (name: string, text: string) => {
    const whole = join(removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-lists-'))), name);
    writeFileSync(whole, text);
    renameSync(whole, join(directory, name));
  };
  put('example.txt', 'nobody');
  const { judge, metric } = await aWorker({ directory });
  expect(judge('20.0.0.1')).toBe('in_list');
  // Each of these is seen by another reading.
  for (const address of ['30.0.0.1', '30.0.0.2', '30.0.0.3']) {
    put('other.txt', address);
    await eventually(() => expect(judge(address)).toBe('in_list'));
  }
  put('example.txt', NEW);
  await eventually(() => expect(judge('21.0.0.1')).toBe('in_list'));
  expect(judge('99.0.0.1')).toBe('outside_complete_list');
  expect(warnings).toEqual([
    { file: join(directory, 'example.txt'), reason: 'Line 1 is no address and no CIDR: "nobody"' },
  ]);
  expect(await metric('botgauge_address_list_refreshes_total')).toEqual([
    { labels: { list: 'example', outcome: 'refused' }, value: 1 },
  ]);
  expect(operators.asked).toEqual([]);
});

it('has no lists when they are off, and asks nobody unless it shall', async () => {
  const off = await aWorker('off');
  expect(off.judge('20.0.0.1')).toBe('list_missing');
  expect(await off.metric('botgauge_address_list_age_seconds')).toEqual([]);
  const bundled = await aWorker('bundled');
  expect(bundled.judge('20.0.0.1')).toBe('in_list');
  expect(operators.asked).toEqual([]);
});

describe('without a network', () => {
  const FIRST = /^from now on, lists of bots' addresses are fetched daily/;
  const NO_WAY = /cannot be reached, so the lists of addresses of this release are used/;
  const AGAIN = /^the bots' operators can be reached again/;
  const linesWith = (pattern: RegExp) => told.filter((text) => pattern.test(text));
  const nobody: typeof fetch = () => fetch('http://127.0.0.1:1/');
  /** Lists whose operators are on hosts of their own. */
  const lists = ['a', 'b', 'c'].map((id) => ({
    ...EXAMPLE,
    id,
    sources: [`https://${id}.example/list.txt`],
  }));
  const tries = async (count: number) => {
    const { rows } = await database.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM address_lists WHERE failure IS NOT NULL',
    );
    expect(rows[0]?.n).toBe(count);
  };

  it('says so once, with the age of what is used, and once when it works again', async () => {
    let isAway = true;
    let asked = 0;
    const answering: typeof fetch = (...question) => {
      asked += 1;
      return isAway ? nobody(...question) : operators.fetch(...question);
    };
    for (const { sources } of lists) operators.answers.set(sources[0] as string, NEW);
    // A failure is tried again at once, as if it was an hour later.
    const settings = { lists, fetch: answering, retrySeconds: -1 };
    const workers = [await aWorker('refresh', settings), await aWorker('refresh', settings)];
    await eventually(() => expect(asked).toBeGreaterThan(20));
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings.length).toBeLessThanOrEqual(workers.length);
    expect(linesWith(NO_WAY)).toHaveLength(warnings.length);
    // The other worker may still be trying one of them.
    expect(warnings[0]).toEqual({
      ...{ oldest: '2026-05-05', newest: '2026-05-05' },
      unreachable: expect.stringMatching(/^[23] of 3$/) as string,
      reason: expect.stringMatching(/^[abc]\.example: the connection failed/) as string,
    });
    expect(linesWith(AGAIN)).toEqual([]);
    const failed = (await workers[0]!.metric('botgauge_address_list_refreshes_total')).concat(
      await workers[1]!.metric('botgauge_address_list_refreshes_total'),
    );
    expect(new Set(failed.map(({ labels }) => labels['outcome']))).toEqual(new Set(['failed']));

    isAway = false;
    await eventually(() => expect(linesWith(AGAIN)).not.toEqual([]));
    expect(linesWith(AGAIN).length).toBeLessThanOrEqual(workers.length);
    // It is told while the other worker may still be trying a list.
    await eventually(() => tries(0));
  });

  it('says so again when a worker starts, and nothing of a worker beside it', async () => {
    const first = await aWorker('refresh', { lists, fetch: nobody });
    await eventually(() => expect(linesWith(NO_WAY)).toHaveLength(1));
    await first.lists.stop();
    expect(linesWith(FIRST)).toHaveLength(1);
    // Nothing is due, and nobody is asked.
    await aWorker('refresh', { lists, fetch: nobody });
    expect(linesWith(NO_WAY)).toHaveLength(2);
    expect(linesWith(FIRST)).toHaveLength(1);
  });

  it('names the lists of a few operators that are away, and those that were refused', async () => {
    operators.answers.set('https://a.example/list.txt', NEW);
    operators.answers.set('https://b.example/list.txt', '<html>');
    const one: typeof fetch = (input, init) =>
      String(input as URL).includes('//c.') ? nobody(input) : operators.fetch(input, init);
    await aWorker('refresh', { lists, fetch: one });
    await eventually(() => expect(warnings).toHaveLength(1));
    expect(warnings).toEqual([
      {
        reasons: {
          b: expect.stringContaining('<html>') as string,
          c: expect.stringMatching(/^c\.example: the connection failed/) as string,
        },
      },
    ]);
    expect(linesWith(NO_WAY)).toEqual([]);
  });

  it('still names a list that was refused while all others are away', async () => {
    operators.answers.set('https://b.example/list.txt', '<html>');
    const one: typeof fetch = (input, init) =>
      String(input as URL).includes('//b.') ? operators.fetch(input, init) : nobody(input);
    await aWorker('refresh', { lists, fetch: one });
    await eventually(() => expect(warnings).toHaveLength(2));
    expect(warnings).toContainEqual({
      reasons: { b: expect.stringContaining('<html>') as string },
    });
    expect(warnings).toContainEqual(expect.objectContaining({ unreachable: '2 of 3' }));
  });
});

it('says before the first fetch what is fetched, and only where it is', async () => {
  operators.answers.set(SOURCE, NEW);
  const first = () => told.filter((text) => text.includes('VERIFY_LISTS=bundled fetches nothing'));
  await aWorker('bundled');
  expect(first()).toEqual([]);
  await aWorker('refresh');
  expect(first()).toHaveLength(1);
  await eventually(() => expect(told).toContain('address lists were refreshed'));
  await aWorker('refresh');
  expect(first()).toHaveLength(1);
});
