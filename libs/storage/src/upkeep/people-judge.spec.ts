import { randomUUID } from 'node:crypto';
import { createLogger } from '@app/observability';
import { judgeDay, NO_READERS } from '@app/people';
import { createTestDatabase, runUpkeepRound, type TestDatabase, untilWaiting } from '@app/testing';
import { type EvidenceRow, recordsOf } from '../../../people/test/evidence.js';
import { aVisitor, readers, type Visitor } from '../../../people/test/visitors.js';
import { Accounts } from '../accounts/accounts.js';
import { createPool } from '../database/pool.js';
import { append, setToday, storedEvidence, TODAY } from '../../test/shown-evidence.js';
import { evidenceExpiryTask } from './evidence-expiry.js';
import { peopleJudgeTask } from './people-judge.js';

/** The begin of 2000, in days since 1970. */
const DAY_OF_2000 = 10_957;
const DAY_MS = 86_400_000;

let database: TestDatabase;
let accounts: Accounts;
let accountId: number;
/** Each test has a website of its own. */
let websiteId: number;
let publicId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await setToday(database.pool, TODAY);
  accounts = new Accounts(database.pool);
  accountId = (await accounts.createAccount({ publicId: 'acc', name: 'x', plan: 'free' })).id;
});
afterAll(() => database.drop());
beforeEach(async () => {
  publicId = randomUUID();
  const ids = { publicId, trackingId: randomUUID() };
  const website = await accounts.createWebsite({ accountId, domain: `${publicId}.test`, ...ids });
  websiteId = website?.id ?? 0;
});

type Rows = Partial<EvidenceRow>[];
const add = (rows: Rows, day = TODAY) =>
  append(
    database.pool,
    rows.map((row) => ({ ...row, websiteId, day })),
  );

/** Judges, and returns how many days had to be. */
async function judge(): Promise<number> {
  const { done } = await runUpkeepRound(database.pool, peopleJudgeTask({ pool: database.pool }));
  return done?.days ?? 0;
}
const expire = () => runUpkeepRound(database.pool, evidenceExpiryTask());

interface Verdicts {
  /** Hour of the day, or null for all of it. */
  hour: number | null;
  people: number;
  undecided: number;
  automation: number;
  errors: number;
}

/** Returns the verdicts on visits as reports show them, of a day and of its hours. */
async function verdicts(day = TODAY): Promise<Verdicts[]> {
  const counts = `coalesce(sum(people_visits), 0)::integer AS people,
    coalesce(sum(undecided_visits), 0)::integer AS undecided,
    coalesce(sum(visits) FILTER (WHERE bot_id = 6), 0)::integer AS automation,
    coalesce(sum(error_visits) FILTER (WHERE bot_id = 6), 0)::integer AS errors,
    coalesce(sum(visits), 0)::integer AS moved`;
  const start = new Date(day * DAY_MS).toISOString();
  const { rows } = await database.pool.query<Verdicts & { moved: number }>(
    `SELECT NULL::integer AS hour, ${counts} FROM judged_traffic_daily WHERE website_id = $1 AND bucket = $2 GROUP BY bucket
     UNION ALL
     SELECT extract(hour FROM bucket)::integer, ${counts} FROM judged_traffic_hourly
     WHERE website_id = $1 AND bucket >= $2 AND bucket < $2::timestamptz + interval '1 day' GROUP BY bucket
     ORDER BY 1 NULLS FIRST`,
    [websiteId, start],
  );
  // What automation has more, people have less.
  expect(rows.map(({ moved }) => moved)).toEqual(rows.map(() => 0));
  return rows.map(({ moved: _, ...of }) => of);
}

const ofDay = async (day = TODAY) => {
  const found = (await verdicts(day))[0];
  return found && [found.people, found.undecided, found.automation];
};

const probing: Visitor = { has: ['probe'], visits: 3, errorVisits: 2 };

describe('a day of which something is known', () => {
  it('is judged by hour and as a whole', async () => {
    await add([
      ...readers(3, { hours: 4, visits: 10 }),
      aVisitor({ hours: 5, visits: 2 }),
      aVisitor({ ...probing, hours: 5 }),
    ]);
    await judge();
    expect(await verdicts()).toEqual([
      { hour: null, people: 30, undecided: 2, automation: 3, errors: 2 },
      { hour: 4, people: 30, undecided: 0, automation: 0, errors: 0 },
      { hour: 5, people: 0, undecided: 2, automation: 3, errors: 2 },
    ]);
  });

  it('is judged again when more has come, and not without news', async () => {
    await add([...readers(3), aVisitor()]);
    expect(await judge()).toBe(1);
    expect(await ofDay()).toEqual([3, 1, 0]);
    expect(await judge()).toBe(0);
    await add([aVisitor(probing)]);
    expect(await judge()).toBe(1);
    expect(await ofDay()).toEqual([3, 1, 3]);
    expect(await judge()).toBe(0);
  });

  it('is judged by all that came of a visitor, in whatever transactions', async () => {
    const own = { visitors: 9_001, addresses: 9_001, agents: 9 };
    await add([...readers(3), aVisitor({ ...own, hours: 3 })]);
    await judge();
    expect(await ofDay()).toEqual([3, 1, 0]);
    await add([aVisitor({ ...own, has: ['ownFile', 'style'], hours: 3, pages: 0 })]);
    await judge();
    expect(await ofDay()).toEqual([5, 0, 0]);
  });

  it('has no verdict left on an hour whose visitor is not judged any more', async () => {
    const own = { visitors: 9_002, addresses: 9_002, agents: 9 };
    await add([aVisitor({ ...own, has: ['oddMethod', 'referer'], hours: 3, visits: 5 })]);
    await judge();
    expect(await verdicts()).toMatchObject([
      { hour: null, automation: 5 },
      { hour: 3, automation: 5 },
    ]);
    await add([aVisitor({ ...own, has: ['notModified'], hours: 3, visits: 1 })]);
    await judge();
    expect((await verdicts()).map(({ automation }) => automation)).toEqual([0, 0]);
  });

  it('is judged for each website and day on its own', async () => {
    await add(readers(3));
    await add([aVisitor()], TODAY - 30);
    expect(await judge()).toBe(2);
    expect([await ofDay(), await ofDay(TODAY - 30)]).toEqual([
      [3, 0, 0],
      [0, 0, 0],
    ]);
  });
});

describe('the days before', () => {
  it('let a day be judged again when more is known of them', async () => {
    await add([aVisitor()]);
    await judge();
    expect(await ofDay()).toEqual([0, 0, 0]);
    await add(readers(3), TODAY - 6);
    expect(await judge()).toBe(2);
    expect(await ofDay()).toEqual([0, 1, 0]);
  });

  it('are six, and none after it', async () => {
    await add([aVisitor()]);
    await judge();
    await add(readers(3), TODAY - 7);
    await add(readers(3), TODAY + 1);
    expect(await judge()).toBe(2);
    expect(await ofDay()).toEqual([0, 0, 0]);
  });

  it('still say what readers are like when their evidence is forgotten', async () => {
    await append(
      database.pool,
      readers(3).map((row) => ({ ...row, websiteId, day: TODAY - 1, madeOn: TODAY - 1 })),
    );
    await add([aVisitor()]);
    await judge();
    try {
      await setToday(database.pool, TODAY + 1);
      await expire();
      expect(await storedEvidence(database.pool, [websiteId])).toMatchObject([{ day: TODAY }]);
      await judge();
      expect([await ofDay(TODAY - 1), await ofDay()]).toEqual([
        [3, 0, 0],
        [0, 1, 0],
      ]);
    } finally {
      await setToday(database.pool, TODAY);
    }
  });
});

describe('rows of evidence', () => {
  const PIECES = 300;
  /** A visitor, piece by piece: the sum of all pieces is what counts. */
  const pieces = (count: number): Rows =>
    Array.from({ length: count }, (_, at) =>
      aVisitor({
        visitors: 1 + (at % 7),
        addresses: 1,
        agents: at % 7,
        hours: at % 3,
        pages: at % 2,
      }),
    );
  const addEach = async (rows: Rows) => {
    for (const row of rows) await add([row]);
  };
  const stored = () => storedEvidence(database.pool, [websiteId]);

  it('are joined when they are many, and nothing else changes', async () => {
    const rows = [...readers(3), ...pieces(PIECES - 4)];
    await addEach(rows);
    await judge();
    expect(await stored()).toHaveLength(PIECES - 1);
    const before = await verdicts();
    const last = pieces(1);
    await addEach(last);
    expect(await judge()).toBe(1);
    const [joined, ...others] = await stored();
    expect(others).toEqual([]);
    expect(joined).toMatchObject({ day: TODAY, slot: TODAY % 4, count: 24, appended: PIECES });
    expect(await judge()).toBe(0);
    const expected = judgeDay(recordsOf([...rows, ...last]), TODAY - DAY_OF_2000, NO_READERS);
    const { people, undecided, automation } = expected.day;
    expect(await ofDay()).toEqual([people, undecided, automation]);
    expect(before).toHaveLength((await verdicts()).length);
  });

  it('are judged as before when they were joined and more comes', async () => {
    await addEach([...readers(3), ...pieces(PIECES - 3)]);
    await judge();
    const before = await ofDay();
    await add([aVisitor(probing)]);
    expect(await judge()).toBe(1);
    expect(await stored()).toHaveLength(2);
    expect(await ofDay()).toEqual([before?.[0], before?.[1], (before?.[2] ?? 0) + 3]);
  });

  it('are left alone when they are large', async () => {
    const large = Array.from({ length: 2_500 }, (_, at) =>
      aVisitor({ visitors: 2 ** 47 + at, addresses: 2 ** 46 + at, agents: -at, lastMs: 3_599_999 }),
    );
    await add(large);
    await addEach(pieces(PIECES));
    await judge();
    expect((await stored()).map(({ appended }) => appended)).toEqual([PIECES, 2_500]);
  });

  it('are not lost when two processes join them at once', async () => {
    const rows = [...readers(3), ...pieces(PIECES)];
    await addEach(rows);
    const visits = (evidence: { rows: EvidenceRow[] }[]) =>
      evidence.flatMap((one) => one.rows).reduce((sum, one) => sum + one.visits, 0);
    const before = visits(await stored());
    const logger = createLogger('test', 'silent');
    const wide = createPool({
      ...database,
      max: 5,
      name: 'test',
      statementTimeoutMs: 60_000,
      logger,
    });
    const holder = await database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM visitor_evidence WHERE website_id = $1 LIMIT 1 FOR UPDATE', [
        websiteId,
      ]);
      const rounds = [1, 2].map(() => runUpkeepRound(wide, peopleJudgeTask({ pool: wide })));
      await untilWaiting(database.pool, 2);
      await holder.query('COMMIT');
      const outcomes = await Promise.allSettled(rounds);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    } finally {
      holder.release();
      await wide.end();
    }
    expect(await stored()).toMatchObject([{ appended: PIECES + 3 }]);
    expect(visits(await stored())).toBe(before);
    await judge();
    const { day } = judgeDay(recordsOf(rows), TODAY - DAY_OF_2000, NO_READERS);
    expect(await ofDay()).toEqual([day.people, day.undecided, day.automation]);
  });
});
