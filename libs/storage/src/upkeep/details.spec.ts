import { aVisit, createEmptyDatabase, flavourMissing, type TestFlavour } from '@app/testing';
import { createLogger } from '@app/observability';
import { randomUUID } from 'node:crypto';
import { type Migration, migrate, migrationsFor } from '../database/migrator.js';
import { createPool, type Pool } from '../database/pool.js';
import { verifyRollUps } from './verify.js';
import { VisitWriter } from '../ingest/visit-writer.js';

const DAY = 86_400_000;
const logger = createLogger('test', 'silent');
/** The version before these roll-ups came. */
const BEFORE = migrationsFor('plain').findIndex(({ name }) => name === 'details');
const FLAVOURS = (['plain', 'timescale'] as const).filter((flavour) => {
  const missing = flavourMissing(flavour);
  if (missing) console.warn(`Skipped, because there is ${missing}: roll-ups of details`);
  return !missing;
});

async function apply(pool: Pool, flavour: TestFlavour, migration: Migration): Promise<void> {
  await pool.query(migration.sql);
  const { version, name, sha256 } = migration;
  await pool.query('INSERT INTO schema_migrations VALUES ($1, $2, $3, $4)', [
    version,
    name,
    flavour,
    sha256,
  ]);
}

/** A database of the release before, with visits of people and bots, some of them from AI assistants. */
async function olderDatabase(flavour: TestFlavour) {
  const database = await createEmptyDatabase(flavour);
  const pool = createPool({
    url: database.url,
    max: 4,
    name: 'test',
    statementTimeoutMs: 20_000,
    logger,
  });
  if (flavour === 'timescale') await pool.query('CREATE EXTENSION IF NOT EXISTS timescaledb');
  await pool.query(
    `CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text NOT NULL, flavour text NOT NULL,
       sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  for (const migration of migrationsFor(flavour).slice(0, BEFORE))
    await apply(pool, flavour, migration);
  await write(pool, null);
  return { database, pool };
}

const REFERERS = [
  null,
  'https://chatgpt.com/',
  'https://www.perplexity.ai/',
  'https://chatgpt.com.evil.example/',
];

function write(pool: Pool, source: string | null) {
  const visits = Array.from({ length: 400 }, (_, i) =>
    aVisit({
      time: Date.now() - (i % 50) * DAY,
      botId: i % 5 === 0 ? 7 : 0,
      statusCode: [200, 404, 500][i % 3] as number,
      browser: i % 2 ? 'Chrome' : null,
      referer: REFERERS[i % 4] ?? null,
      referralSource: source !== null && i % 4 === 1 ? source : null,
    }),
  );
  const batch = { id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits };
  return new VisitWriter(pool).write(batch);
}

describe.each(FLAVOURS)('roll-ups of details, %s', (flavour) => {
  it('are filled from the visits that are there, and kept from then on', async () => {
    const { database, pool } = await olderDatabase(flavour);
    try {
      await migrate(database.url, { flavour });
      const sums = async () => {
        const { rows } = await pool.query(
          `SELECT (SELECT sum(visits)::bigint FROM statuses_daily) AS statuses,
             (SELECT sum(visits)::bigint FROM clients_daily) AS clients,
             (SELECT jsonb_object_agg(referral_source, visits) FROM (
               SELECT referral_source, sum(visits)::bigint AS visits FROM referrals_daily GROUP BY 1) r) AS referrals`,
        );
        return rows[0];
      };
      expect(await sums()).toEqual({
        statuses: 400,
        clients: 320,
        referrals: { ChatGPT: 80, Perplexity: 80 },
      });
      await write(pool, 'ChatGPT');
      expect(await sums()).toEqual({
        statuses: 800,
        clients: 640,
        referrals: { ChatGPT: 160, Perplexity: 80 },
      });
      await pool.query(
        'UPDATE statuses_daily SET visits = visits + 1 WHERE status_code = 404 AND bot_id = 7',
      );
      const client = await pool.connect();
      const { differences } = await verifyRollUps(client, 0).finally(() => client.release());
      // The second batch says nothing of Perplexity, whose referer verify knows all the same.
      expect(new Set(differences.map(({ relation }) => relation))).toEqual(
        new Set(['statuses_daily', 'referrals_daily']),
      );
    } finally {
      await pool.end();
      await database.drop();
    }
  });

  it('take the same hosts for assistants as the worker does', async () => {
    const { referralSourceOf, REFERRAL_SOURCES } =
      await import('../../../classification/src/referral-source.js');
    const { database, pool } = await olderDatabase(flavour);
    try {
      await migrate(database.url, { flavour });
      const referers = REFERRAL_SOURCES.flatMap(({ hosts }) => hosts).flatMap((host) => [
        `https://${host}/`,
        `http://www.${host}:80/x?y`,
        `https://not${host}/`,
        `https://${host}.example/`,
        host,
      ]);
      const { rows } = await pool.query<{ source: string | null }>(
        'SELECT referral_source_of(r) AS source FROM unnest($1::text[]) WITH ORDINALITY AS u (r, n) ORDER BY n',
        [referers],
      );
      expect(rows.map(({ source }) => source)).toEqual(
        referers.map((referer) => referralSourceOf(referer)),
      );
    } finally {
      await pool.end();
      await database.drop();
    }
  });
});
