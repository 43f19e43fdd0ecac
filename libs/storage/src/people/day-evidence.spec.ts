import { aVisit, createTestDatabase, type TestDatabase, visitColumns } from '@app/testing';
import { setToday, type ShownRow, shownOf, TODAY } from '../../test/shown-evidence.js';
import { inTransaction } from '../database/in-transaction.js';
import { type Shard, shardsOf } from '../database/shards.js';
import { ADD_EVIDENCE, evidenceValues } from '../ingest/add-evidence.js';
import { readRecords } from './day-evidence.js';

let database: TestDatabase;
let websiteId = 100;
beforeAll(async () => {
  database = await createTestDatabase();
  await setToday(database.pool, TODAY);
});
afterAll(() => database.drop());
beforeEach(() => void websiteId++);

/** Appends a row of evidence with visits of one visitor, each to another page. */
async function append(visitor: number, pages: number[]): Promise<void> {
  const row: ShownRow = { websiteId, day: TODAY, visitors: visitor, visits: pages.length };
  const visits = visitColumns(
    pages.map((pageId) => aVisit({ websiteId, path: `/${pageId}`, pageId })),
  );
  const visitorOf = new Int32Array(pages.length);
  const own = { visits: { ...visits, visitorOf }, clientIds: [7], hostIds: [3] };
  const values = evidenceValues([{ shown: shownOf([row]), isFresh: () => true, own }]);
  await database.pool.query(ADD_EVIDENCE, values);
}

const read = (most?: number) =>
  shardsOf(database.pool)
    .onEach(
      [websiteId],
      (website) => website,
      (shard: Shard) =>
        inTransaction(shard.pool, (client) =>
          readRecords(client, shard, { websiteId, day: TODAY }, most),
        ),
    )
    .then(([records]) => records);

it('the visits of a day are read with its evidence', async () => {
  await append(1, [11, 12]);
  await append(2, [13]);
  const records = await read();
  expect(records?.evidence.count).toBe(2);
  expect([...(records?.visits.pages ?? [])]).toEqual([11, 12, 13]);
  expect([...(records?.visits.clients ?? [])]).toEqual([7, 7, 7]);
});

it('are not read beyond a number, and neither lost nor joined then', async () => {
  for (let visitor = 0; visitor < 320; visitor++) await append(visitor, [visitor + 1]);
  const few = await read(310);
  expect([few?.evidence.count, few?.visits.count]).toEqual([320, 310]);
  const { rows } = await database.pool.query<{ rows: number }>(
    'SELECT count(*)::integer AS rows FROM visitor_evidence WHERE website_id = $1',
    [websiteId],
  );
  expect(rows).toEqual([{ rows: 11 }]);
  const all = await read();
  expect([all?.evidence.count, all?.visits.count]).toEqual([320, 320]);
});

it('evidence that was kept without visits has none', async () => {
  await append(1, [11]);
  await database.pool.query(
    "UPDATE visitor_evidence SET visits = '\\x0000000000000000000000' WHERE website_id = $1",
    [websiteId],
  );
  expect((await read())?.visits.count).toBe(0);
});
