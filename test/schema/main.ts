// npm run schema: migrates new databases and writes the schema of both flavours from their
// catalogues, and the hashes of the migrations.
import { writeFileSync } from 'node:fs';
import { migrate } from '@app/storage';
import { createEmptyDatabaseOn, type TestFlavour, undoAll } from '@app/testing';
import pg from 'pg';
import { query, startPostgresServer } from '../support/servers/postgres.js';
import { findTimescale } from '@app/testing';
import { describeSchema, schemaFile } from './describe-schema.js';
import { freezeMigrations } from './frozen-migrations.js';

/** A server to use instead of one that is started here. */
const NAMED_TIMESCALE = process.env.BOTGAUGE_TEST_TIMESCALE;

export async function main(): Promise<number> {
  try {
    freezeMigrations();
    await write('plain');
    const missing = NAMED_TIMESCALE ? undefined : findTimescale();
    if (typeof missing === 'string') console.log(`schema.timescale.sql is not changed: ${missing}`);
    else await write('timescale');
    return 0;
  } finally {
    await undoAll();
  }
}

async function write(flavour: TestFlavour): Promise<void> {
  const { url } =
    flavour === 'timescale' && NAMED_TIMESCALE
      ? await createEmptyDatabaseOn(NAMED_TIMESCALE)
      : await startPostgresServer({ flavour });
  if (flavour === 'timescale') await query(url, 'CREATE EXTENSION IF NOT EXISTS timescaledb');
  await migrate(url, { flavour });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    writeFileSync(schemaFile(flavour), await describeSchema(client, flavour));
    console.log(`${schemaFile(flavour)} written`);
  } finally {
    await client.end();
  }
}
