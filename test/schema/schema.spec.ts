import { readFileSync } from 'node:fs';
import { createTestDatabase, describeOnFlavour, type TestFlavour } from '@app/testing';
import { describeSchema, schemaFile } from './describe-schema.js';

describe.each<TestFlavour>(['plain', 'timescale'])('schema.%s.sql', (flavour) => {
  describeOnFlavour(flavour, `the schema of the ${flavour} flavour`, () => {
    it('is what the migrations create; if not, run `npm run schema`', async () => {
      const database = await createTestDatabase(flavour);
      try {
        const schema = await describeSchema(database.pool, flavour);
        expect(schema).toBe(readFileSync(schemaFile(flavour), 'utf8'));
      } finally {
        await database.drop();
      }
    });
  });
});
