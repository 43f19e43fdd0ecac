import { randomUUID } from 'node:crypto';
import {
  aVisit,
  type BatchOfVisits,
  createTestDatabase,
  type TestDatabase,
  TestVisitWriter,
} from '@app/testing';
import { anEvidenceRow } from '../../../people/test/evidence.js';
import {
  append,
  NO_VISITS,
  type ShownRow,
  shownOf,
  storedEvidence,
  setToday,
  TODAY,
} from '../../test/shown-evidence.js';
import { evidenceValues } from './add-evidence.js';
import type { Unjudged } from './batch-evidence.js';

const DAY = TODAY;
const NOON = DAY * 86_400_000 + 43_200_000;

let database: TestDatabase;
let writer: TestVisitWriter;
/** Each test has websites of its own. */
let own: number;
let other: number;
let websites = 100;
beforeAll(async () => {
  database = await createTestDatabase();
  await setToday(database.pool, TODAY);
});
afterAll(() => database.drop());
beforeEach(() => {
  writer = new TestVisitWriter(database.pool);
  own = ++websites;
  other = ++websites;
});

const stored = () => storedEvidence(database.pool, [own, other]);
const row = (fields: Partial<ShownRow> = {}): ShownRow => ({ websiteId: own, day: DAY, ...fields });

/** Returns a batch with a visit to each website of its evidence. */
function aBatch(rows: readonly ShownRow[], unjudged: Unjudged[] = []): BatchOfVisits {
  const ofBatch = new Set([...rows, ...unjudged].map(({ websiteId }) => websiteId));
  return {
    ...{ id: randomUUID(), accountId: 1, receivedAt: NOON, unjudged },
    visits: [...ofBatch].map((websiteId) => aVisit({ websiteId, time: NOON })),
    evidence: rows.length > 0 ? shownOf(rows) : undefined,
  };
}

const write = (...batches: BatchOfVisits[]) =>
  Promise.all(batches.map((batch) => writer.write(batch)));

describe('the evidence of batches', () => {
  it('is one row for each website and day, when they are written together', async () => {
    await write(
      aBatch([
        row({ visitors: 1, signs: 1, requests: 2 }),
        row({ visitors: 2, hours: 3 }),
        row({ websiteId: other, visitors: 1, day: DAY - 1 }),
        row({ visitors: 3, day: DAY + 1 }),
      ]),
      aBatch([row({ websiteId: other, visitors: 5 }), row({ visitors: 1, signs: 4, requests: 5 })]),
      aBatch([row({ websiteId: other, visitors: 1, day: DAY - 1, hours: 7 })]),
    );
    const slot = TODAY % 4;
    const one = { slot, count: 1, appended: 1 };
    const two = { slot, count: 2, appended: 2 };
    const rows = await stored();
    expect(
      rows.map(({ rows: found, ...of }) => ({
        ...of,
        visitors: found.map(({ visitors }) => visitors),
      })),
    ).toEqual([
      { websiteId: own, day: DAY, ...two, visitors: [1, 2] },
      { websiteId: own, day: DAY + 1, ...one, visitors: [3] },
      { websiteId: other, day: DAY - 1, ...two, visitors: [1, 1] },
      { websiteId: other, day: DAY, ...one, visitors: [5] },
    ]);
    expect(rows[0]?.rows[0]).toEqual(anEvidenceRow({ signs: 5, requests: 7, visits: 2 }));
  });

  it('is appended by each transaction', async () => {
    await write(aBatch([row()]));
    await write(aBatch([row({ signs: 2 })]));
    expect(await stored()).toMatchObject([{ count: 1 }, { count: 1 }]);
  });

  it('is in the slot of the day on which its key was made', async () => {
    for (const [at, madeOn] of [TODAY, TODAY - 1].entries())
      await append(database.pool, [row({ day: DAY + at, madeOn })]);
    expect(await stored()).toMatchObject([{ slot: TODAY % 4 }, { slot: (TODAY - 1) % 4 }]);
  });

  it('is left out when its day is closed, and the rest is written', async () => {
    await write(
      aBatch([
        row({ madeOn: TODAY - 2 }),
        row({ websiteId: other, madeOn: TODAY - 300 }),
        row({ day: DAY - 1, madeOn: TODAY - 1 }),
      ]),
    );
    expect(await stored()).toMatchObject([{ websiteId: own, day: DAY - 1 }]);
  });
});

describe('a batch that the ledger has', () => {
  it('adds nothing', async () => {
    const batch = aBatch([row()], [{ websiteId: own, day: DAY, noAddress: 1, ...NONE }]);
    await write(batch);
    expect(await write(batch)).toEqual([{ kind: 'duplicate' }]);
    expect(await stored()).toMatchObject([{ rows: [anEvidenceRow()] }]);
    expect(await unjudged()).toEqual([{ no_address: 1, shared_address: 0, no_key: 0 }]);
  });

  it('adds nothing to those that are new', async () => {
    const known = aBatch([row({ signs: 1 })]);
    await write(known);
    await write(aBatch([row({ signs: 2 })]), known, aBatch([row({ signs: 4 })]));
    expect(await stored()).toMatchObject([
      { rows: [anEvidenceRow({ signs: 1 })] },
      { rows: [anEvidenceRow({ signs: 6, requests: 2, visits: 2 })] },
    ]);
  });

  it('leaves nothing when it fails', async () => {
    const good = aBatch([row()]);
    const bad = {
      ...good,
      id: randomUUID(),
      visits: [aVisit({ websiteId: own, statusCode: 99_999 })],
    };
    await expect(writer.write(bad)).rejects.toMatchObject({ code: '22003' });
    expect(await stored()).toEqual([]);
  });
});

describe('evidenceValues', () => {
  const valuesOf = (rows: ShownRow[], isFresh: (websiteId: number) => boolean) =>
    evidenceValues([{ shown: shownOf(rows), isFresh, own: NO_VISITS }]);

  it('leaves out websites that are not new of a batch', async () => {
    const rows = [row({ signs: 1 }), row({ websiteId: other }), row({ signs: 2 })];
    const only = valuesOf(rows, (website) => website === own);
    expect(only).toEqual(valuesOf([row({ signs: 3, requests: 2, visits: 2 })], () => true));
    expect(valuesOf(rows, () => false)).toBeUndefined();
    expect(evidenceValues([])).toBeUndefined();
  });

  it('leaves them out of that batch only', () => {
    const rows = [row(), row({ websiteId: other })];
    const values = evidenceValues([
      { shown: shownOf(rows), isFresh: (website) => website === own, own: NO_VISITS },
      { shown: shownOf(rows), isFresh: (website) => website === other, own: NO_VISITS },
    ]);
    expect(values).toEqual(valuesOf(rows, () => true));
  });
});

const NONE = { sharedAddress: 0, noKey: 0 };
async function unjudged() {
  const { rows } = await database.pool.query(
    `SELECT sum(no_address)::integer AS no_address, sum(shared_address)::integer AS shared_address,
       sum(no_key)::integer AS no_key
     FROM unjudged_daily WHERE website_id = ANY ($1) GROUP BY website_id, bucket ORDER BY website_id, bucket`,
    [[own, other]],
  );
  return rows;
}

describe('visits that cannot be judged', () => {
  it('are added up by website, day and reason, in one transaction and in several', async () => {
    const of = (
      websiteId: number,
      day: number,
      noAddress: number,
      sharedAddress: number,
      noKey: number,
    ) => ({
      ...{ websiteId, day, noAddress, sharedAddress, noKey },
    });
    await write(
      aBatch([], [of(own, DAY, 1, 20, 300), of(own, DAY - 1, 5, 0, 0)]),
      aBatch([row()], [of(own, DAY, 2, 0, 0), of(other, DAY, 0, 0, 7)]),
    );
    await write(aBatch([], [of(own, DAY, 4, 0, 0)]));
    const counts = (no_address: number, shared_address: number, no_key: number) => ({
      ...{ no_address, shared_address, no_key },
    });
    expect(await unjudged()).toEqual([counts(5, 0, 0), counts(7, 20, 300), counts(0, 0, 7)]);
  });
});
