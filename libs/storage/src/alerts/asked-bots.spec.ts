import type { DeclaredBot } from '@app/contracts';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { DeclaredBots } from '../ingest/declared-bots.js';
import { AlertFacts } from './alert-facts.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `INSERT INTO accounts (public_id, name, plan) VALUES ('acc_1', 'A', 'free')`,
  );
});
afterAll(() => database.drop());

const bot = (name: string, category: DeclaredBot['category']): DeclaredBot => ({
  ...{ key: name.toLowerCase(), name, provider: 'Unknown', category },
});

it('asks for names that say that they are for AI, as for AI bots, and for others by their words', async () => {
  const names = [bot('Foo-AI', 'ai_unidentified'), bot('Bar', 'unidentified'), bot('Baz', 'seo')];
  await new DeclaredBots(database.pool, { registry: '1' }).resolve(1, names);
  const asked = async (...words: [string[], string[]]) =>
    (await new AlertFacts(database.pool).bots(...words)).map(({ name }) => name).sort();
  expect(await asked([], [])).toEqual(['Foo-AI']);
  expect(await asked(['bar'], ['seo'])).toEqual(['Bar', 'Baz', 'Foo-AI']);
});
