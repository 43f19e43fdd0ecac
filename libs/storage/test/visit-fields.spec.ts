import { fieldsOf, ROW_TEXTS, SHOWN_FIELDS, VISIT_FIELDS } from '@app/contracts';
import { createTestDatabase, type TestDatabase } from '@app/testing';

const DICTIONARIES = ['pages', 'clients', 'referers'] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const columnsOf = async (relation: string) =>
  (await database.pool.query(`SELECT * FROM ${relation} LIMIT 0`)).fields.map(({ name }) => name);

it('visits have a column for each text of their rows, and for each that a dictionary may not take', async () => {
  const beyond = DICTIONARIES.flatMap((dictionary) => fieldsOf(dictionary));
  expect(await columnsOf('visits')).toEqual(
    expect.arrayContaining([...ROW_TEXTS, ...beyond].map(({ field }) => field)),
  );
});

it.each(DICTIONARIES)(
  'the dictionary %s has a column for each of its fields',
  async (dictionary) => {
    expect(await columnsOf(dictionary)).toEqual(
      expect.arrayContaining(fieldsOf(dictionary).map(({ column }) => column)),
    );
  },
);

it('the view of visits has a column for each field that is stored and shown', async () => {
  const stored = SHOWN_FIELDS.filter((name) => VISIT_FIELDS[name].lives !== 'bots');
  const columns = stored.map((name) => (name === 'timestamp' ? 'time' : name));
  expect(await columnsOf('visit_entries')).toEqual(expect.arrayContaining(columns));
});
