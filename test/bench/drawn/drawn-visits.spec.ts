import { createLogger } from '@app/observability';
import {
  countMergeTask,
  createPool,
  pageDigestsTask,
  type Pool,
  TrafficReader,
  VisitWriter,
} from '@app/storage';
import {
  createTestDatabase,
  describeOnFlavour,
  runUpkeepRound,
  type TestDatabase,
  type TestFlavour,
} from '@app/testing';
import { randomUUID } from 'node:crypto';
import { ROLL_UP_TABLES } from '../../../libs/storage/src/roll-ups/roll-ups.js';
import { createWorld, DAY_MS, FOUR_WEBSITES } from '../traffic.js';
import { hasher } from './hash.js';
import { VisitSource } from './visit-source.js';
import { addCounts, writeVisits } from './write-visits.js';

const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const DAYS = 3;
/** A website with half of them has enough for digests. */
const VISITS = 12_000;
const BATCH = 500;
const SLICE = { first: 1, count: VISITS, from: TODAY - DAYS * DAY_MS, to: TODAY };

/** Counts and answers of a database with these visits. */
interface Counted {
  tables: Record<string, unknown[]>;
  answers: unknown;
}

describe.each(['plain', 'timescale'] as const)('Drawn visits on %s', (flavour) => {
  describeOnFlavour(flavour, 'as benchmarks write them', () => {
    it('are counted and answered for as those that the writer has written', async () => {
      const [drawn, written] = [await filled(flavour, draw), await filled(flavour, write)];
      expect(drawn.tables).toEqual(written.tables);
      expect(drawn.answers).toEqual(written.answers);
      const filledTables = Object.values(drawn.tables).filter((rows) => rows.length > 0);
      expect(filledTables.length).toBeGreaterThan(10);
      expect(drawn.answers).toMatchObject({ digests: true });
    }, 120_000);
  });
});

async function filled(
  flavour: TestFlavour,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<Counted> {
  const database = await createTestDatabase(flavour);
  try {
    await createWorld(database.url, 300);
    await fill(database);
    await runUpkeepRound(database.pool, countMergeTask());
    const digests = pageDigestsTask();
    for (let look = 0; look < 2; look++) await runUpkeepRound(database.pool, digests);
    return { tables: await tablesOf(database), answers: await answersOf(database) };
  } finally {
    await database.drop();
  }
}

async function draw({ pool }: TestDatabase): Promise<void> {
  const source = await VisitSource.read(pool);
  const writing = { late: true, compressed: true };
  const pieces = await writeVisits(pool, source, { ...SLICE, shares: FOUR_WEBSITES }, writing);
  await addCounts(pool, source, pieces, writing);
}

/** Sends the same visits in batches, whose texts the writer looks up. */
async function write({ pool }: TestDatabase): Promise<void> {
  const source = await VisitSource.read(pool);
  const writer = new VisitWriter(pool);
  const timeOf = (number: number) => SLICE.from + ((SLICE.to - SLICE.from) * number) / VISITS;
  for (let done = 0; done < VISITS; done += BATCH) {
    const times = { from: timeOf(done), to: timeOf(done + BATCH) };
    const slice = { first: done + 1, count: BATCH, ...times, shares: FOUR_WEBSITES };
    const { visits, keyWebsiteId } = source.draw(slice);
    const identity = { id: randomUUID(), accountId: 1, receivedAt: Date.now() };
    await writer.write({ ...identity, keyWebsiteId, visits });
  }
}

/** All rows of counts, and how many visits there are as they stand in their table. */
async function tablesOf({ pool }: TestDatabase): Promise<Counted['tables']> {
  const tables: Counted['tables'] = {};
  for (const table of [...ROLL_UP_TABLES, 'visits']) {
    const { rows } = await pool.query<{ row: unknown }>(
      `SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`,
    );
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

async function answersOf({ url }: TestDatabase): Promise<unknown> {
  const logger = createLogger('test', 'warn');
  const pool = createPool({ url, max: 1, name: 'test', statementTimeoutMs: 60_000, logger });
  try {
    return await readAnswers(pool);
  } finally {
    await pool.end();
  }
}

async function readAnswers(pool: Pool): Promise<unknown> {
  const reader = new TrafficReader(pool);
  const range = { from: new Date(SLICE.from), to: new Date(SLICE.to) };
  const { rows } = await pool.query('SELECT 1 FROM page_digests LIMIT 1');
  return {
    digests: rows.length > 0,
    totals: [...(await reader.totalsOf([1, 2, 3, 4], range))],
    bots: await reader.bots(1, range),
    spoofedBots: await reader.bots(1, range, { verification: 'spoofed' }),
    series: await reader.series(1, range, 'hour'),
    statuses: await reader.statuses(1, range),
    spoofed: await reader.spoofed(1, range, {}),
    referrals: await reader.referrals(1, range),
    clients: await reader.clients(1, range),
    visitors: await reader.visitors(1, range),
  };
}

it('the hash of a number is that of PostgreSQL', async () => {
  const database = await createTestDatabase();
  const numbers = [1, 2, 77, 2 ** 31, 2 ** 32 - 1, 5_000_000_000];
  try {
    for (const seed of [1, 2, 3]) {
      const { rows } = await database.pool.query<{ hash: string }>(
        'SELECT hashint8extended(n, $2)::text AS hash FROM unnest($1::bigint[]) WITH ORDINALITY AS u (n, at) ORDER BY at',
        [numbers, seed],
      );
      const hash = hasher(seed);
      expect(numbers.map((number) => textOf(hash(number)))).toEqual(rows.map((row) => row.hash));
    }
  } finally {
    await database.drop();
  }
});

function textOf({ high, low }: { high: number; low: number }): string {
  return BigInt.asIntN(64, (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)).toString();
}
