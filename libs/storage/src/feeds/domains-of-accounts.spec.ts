import { createTestDatabase, type TestDatabase } from '@app/testing';
import { DomainsOfAccounts } from './domains-of-accounts.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `INSERT INTO accounts (public_id, name, plan) VALUES ('a', 'a', 'pro'), ('b', 'b', 'pro'), ('c', 'c', 'pro');
     INSERT INTO websites (account_id, public_id, tracking_id, domain, deleted_at)
     VALUES (1, 'ws_1', 't_1', 'old.example', now()), (1, 'ws_2', 't_2', 'a.example', NULL),
       (2, 'ws_3', 't_3', 'a.example', NULL), (2, 'ws_4', 't_4', 'old.example', NULL)`,
  );
});
afterAll(() => database.drop());

it('finds the websites of accounts that are asked for together, each its own', async () => {
  const queries = jest.spyOn(database.pool, 'query');
  const domains = new DomainsOfAccounts(database.pool);
  const found = await Promise.all([1, 2, 3, 1].map(domains.find));
  expect(found.map((websites) => Object.fromEntries(websites))).toEqual([
    { 'a.example': 2 },
    { 'a.example': 3, 'old.example': 4 },
    {},
    { 'a.example': 2 },
  ]);
  expect(queries).toHaveBeenCalledTimes(1);
});
