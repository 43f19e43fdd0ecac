import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  aVisit,
  createEmptyDatabase,
  describeOnFlavour,
  storeMissing,
  runUpkeepRound,
  type TestDatabase,
  TestVisitWriter,
} from '@app/testing';
import { filledDatabase } from '../../test/filled-database.js';
import type { Flavour } from '../database/flavour.js';
import { latestVersion, migrate } from '../database/migrator.js';
import type { Pool } from '../database/pool.js';
import { withClient } from '../database/with-client.js';
import { rollUpRefreshTask } from '../upkeep/roll-up-refresher.js';
import { verifyRollUps } from '../upkeep/verify.js';
import { CONTENTS } from './contents.js';
import { type BackupHeader, headerLine, UNRELEASED_FORMAT } from './format.js';
import { restoreBackup } from './restore-backup.js';
import { withTrailer } from './trailer.js';
import { backupOf } from './write-backup.js';

/** Tables that no backup has, with the reason. */
const LEFT_OUT = new Map([
  ['schema_migrations', 'the restore migrates'],
  ['website_relations', 'the migrations fill it'],
  ['address_lists', 'workers fetch them again'],
  ['address_keys', 'what they sealed is in the queue only, and nobody may open it later'],
  ['visitor_keys', 'keys of visitors are in no copy'],
  ['visitor_evidence', 'what visitors did is forgotten after two days, and is in no copy'],
  ['sessions', 'nobody who was signed in may be signed in again by a restore'],
  ['sign_in_codes', 'they last for minutes'],
  ['webhook_deliveries', 'what was on its way is in the events, and a copy must not tell it again'],
  ['fetches_under_way', 'no worker makes what was under way'],
  ['fetch_times', 'a day whose time begins again harms nobody'],
  ['rate_limits', 'a limit that starts again harms nobody'],
  ['unmerged_hosts', 'the tables that they are merged into have them in a backup'],
  ['unmerged_pages', 'the tables that they are merged into have them in a backup'],
  ['unmerged_traffic', 'the tables that they are merged into have them in a backup'],
  ['unmerged_countries', 'the tables that they are merged into have them in a backup'],
  ['roll_up_horizon', 'it belongs to the aggregates, and restored visits are counted without them'],
]);
/** A batch with visits of two websites. On Citus its ledger has a row for each. */
const BATCH = '00000000-0000-4000-8000-000000000001';
const NOTE_BATCH: Record<Flavour, string> = {
  plain: `INSERT INTO log_batches (id, account_id, entries, received_at) VALUES ('${BATCH}', 1, 5, now())`,
  timescale: `INSERT INTO log_batches (id, account_id, entries, received_at) VALUES ('${BATCH}', 1, 5, now())`,
  citus: `INSERT INTO log_batches (id, account_id, entries, received_at, website_id)
          VALUES ('${BATCH}', 1, 2, now(), 1), ('${BATCH}', 1, 3, now(), 2)`,
};
/** What the ledgers of all flavours have in common. */
const LEDGER =
  'SELECT id, account_id, sum(entries) AS entries, received_at FROM log_batches GROUP BY id, account_id, received_at';
const FLAVOURS: Flavour[] = ['plain', 'timescale', 'citus'];

const textOf = (url: string): Promise<string> =>
  withClient(url, 'test', async (client) => {
    const pieces: Buffer[] = [];
    for await (const piece of backupOf(client)) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces).toString();
  });

/** Gives the file of a text, as the command writes it. */
async function* read(text: string): AsyncGenerator<Buffer> {
  yield* withTrailer(Readable.from([gzipSync(text)]));
}

/** Gives the file of a text as the build before last wrote it, which knew no trailer. */
async function* readWithoutTrailer(text: string): AsyncGenerator<Buffer> {
  yield gzipSync(
    withHeader(text, { format: 1, schema: 39 })
      .replace(/,"sha256":"\w+"/, '')
      // These columns, the last ones of their tables, came later.
      .replace(/^COPY "accounts"[^]*?^\\\.\n/m, (accounts) =>
        accounts
          .replace(', "max_websites", "fetch_seconds_per_day"', '')
          .replace(/(?:\t[^\t\n]*){2}$/gm, ''),
      )
      .replace(/^COPY "website_fetches"[^]*?^\\\.\n/m, (fetches) =>
        fetches.replace(', "begun_at", "unfinished"', '').replace(/(?:\t[^\t\n]*){2}$/gm, ''),
      ),
  );
}

async function fileOf(octets: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of octets) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Damages of each kind; `trailer.spec.ts` tries every place. */
function* damagesOf(file: Buffer): Generator<Buffer> {
  for (const part of [0.3, 0.9, 0.999]) {
    const at = Math.floor(file.length * part);
    const flipped = Buffer.from(file);
    flipped[at] = (file[at] as number) ^ 4;
    yield flipped;
    yield file.subarray(0, at);
  }
  yield gzipSync(gunzipSync(file));
  yield Buffer.concat([file, file]);
}

/** Makes the first line say something else, with the right checksum. */
const withHeader = (text: string, changed: Partial<BackupHeader>) =>
  text.replace(/^-- Botgauge backup (.*)\n/, (_, line: string) => {
    const { format, schema, taken_at, first_visit } = JSON.parse(line) as BackupHeader;
    return headerLine({ format, schema, taken_at, first_visit, ...changed });
  });
/** The schema of the last build that counted no hosts and countries. */
const BASELINE = 24;
/** The schema of the last build that added all counts at commit, whose backups have the same tables. */
const UNMERGED = 26;

/** The schema of the last build before visitors were judged. */
const UNJUDGED = 27;
/** The schema of the last build before verdicts were counted by what lists tell apart. */
const UNLISTED = 29;
/** The schema of the last build that did not count to which pages assistants sent somebody. */
const UNLANDED = 33;
/** The schema of the last build that did not count what the entries of feeds have. */
const UNCOUNTED = 34;
/** The schema of the last build whose digests were not packed. */
const UNPACKED = 35;
/** The last one in which writers added to the counts by bot and by page themselves. */
const UNAPPENDED = 36;
const OF_LANDINGS = /^(?:people_)?landings_\w+$/;
const OF_LISTS = /^(?:people_\w+_\w+|visitor_groups)$/;
const OF_PEOPLE = /^(?:visitor_days|unjudged_daily|people_\w+|judged_days)$/;
const OF_HOSTS = /^(?:hosts|hosts_known|(?:hosts|countries|host_keys)_(?:hourly|daily))$/;

/** Returns a backup without some tables, as a build made it that did not have them. */
function without(since: RegExp, text: string): string {
  return text
    .replace(/^COPY "(\w+)" [^]*?^\\\.\n/gm, (section, table: string) =>
      since.test(table) ? '' : section,
    )
    .replace(/^-- End of the backup (.*)$/m, (_, json: string) => {
      const totals = JSON.parse(json) as { rows: Record<string, number> };
      const rows = Object.entries(totals.rows).filter(([table]) => !since.test(table));
      return `-- End of the backup ${JSON.stringify({ ...totals, rows: Object.fromEntries(rows) })}`;
    });
}

/** Returns a backup as the builds made it whose digests were not packed. */
const unpacked = (text: string) =>
  text.replace(/^COPY "page_digests" [^]*?^\\\.\n/m, (section) =>
    section.replace(/, "packed_hash"[^)]*/, '').replace(/(?:\t[^\t\n]*){7}$/gm, ''),
  );

/** Returns a backup without the counts of what the entries of feeds have. */
const uncounted = (text: string) =>
  unpacked(text).replace(/^COPY "feed_counts" [^]*?^\\\.\n/m, (section) =>
    section.replace(/, "without_host"[^)]*/, '').replace(/(?:\t\d+){5}$/gm, ''),
  );

/** Returns a backup as the builds made it that did not count landing pages. */
const unlanded = (text: string) => without(OF_LANDINGS, uncounted(text));

/** Returns a backup as the builds made it that told no people in lists. */
function unlisted(text: string): string {
  return without(OF_LISTS, unlanded(text))
    .replace(/^COPY "page_digests" [^]*?^\\\.\n/m, (section) =>
      section
        .replace(', "people_visits", "undecided_visits", "automation_visits", "judged"', '')
        .replace(/(?:\t[^\t\n]*){4}$/gm, ''),
    )
    .replace(/^COPY "judged_days" [^]*?^\\\.\n/m, (section) =>
      section.replace(', "listed_hours"', '').replace(/\t\d+$/gm, ''),
    );
}

/** Returns a backup as the build of the baseline made it: without the tables and columns since. */
function ofBaseline(text: string): string {
  return without(OF_HOSTS, without(OF_PEOPLE, unlisted(text))).replace(
    /^COPY "dictionary_\w+" [^]*?^\\\.\n/gm,
    (section) => section.replace(/, "(?:last_host|new_hosts)"/, '').replace(/\t\d+$/gm, ''),
  );
}

/** Returns a backup as the build with an older schema made it. */
function asMadeBy(schema: number, text: string): string {
  if (schema === UNAPPENDED) return text;
  if (schema === BASELINE) return ofBaseline(text);
  if (schema === UNPACKED) return unpacked(text);
  if (schema === UNCOUNTED) return uncounted(text);
  if (schema === UNLANDED) return unlanded(text);
  return schema === UNLISTED ? unlisted(text) : without(OF_PEOPLE, unlisted(text));
}

const withSchema = (text: string, schema: number) => withHeader(text, { schema });

const versionOf = async ({ pool }: TestDatabase) =>
  (await pool.query<{ v: number }>('SELECT max(version) AS v FROM schema_migrations')).rows[0]?.v;
const rowsIn = async ({ pool }: Pick<TestDatabase, 'pool'>, sql: string) =>
  (await pool.query<{ row: string }>(`SELECT t::text AS row FROM (${sql}) t ORDER BY 1`)).rows.map(
    ({ row }) => row,
  );

describe.each(FLAVOURS)('a backup of %s', (from) => {
  describeOnFlavour(from, 'is whole', () => {
    let source: TestDatabase;
    let pool: Pool;
    let text: string;
    beforeAll(async () => {
      ({ database: source, pool } = await filledDatabase(from));
      await pool.query(
        `INSERT INTO idempotency_keys (lineage_id, key, body_sha256, batch_id, state, lease_until)
         VALUES (1, 'k', 'x', gen_random_uuid(), 'done', now()), (1, 'noted', 'x', '${BATCH}', 'done', now());
         UPDATE visits_kept SET since = '2026-01-01';
         INSERT INTO api_keys (public_id, account_id, kind, name, sha256, last4)
         SELECT 'key_1', id, 'api', 'k', sha256(''), '' FROM accounts;
         INSERT INTO signing_secrets (first_key, sealed) SELECT id, 'sealed' FROM api_keys;
         INSERT INTO shares (public_id, website_id, name, sha256, first4, first_day, created_at)
         VALUES ('sh_1', 1, 's', sha256(''), 'abcd', '2026-11-01', now());
         INSERT INTO alerts (public_id, website_id, kind, conditions, created_at, changed_at)
         VALUES ('al_1', 1, 'errors', '{"kind": "errors"}', now(), now());
         INSERT INTO alert_states VALUES (1, 1, 'errors', now(), '{}');
         INSERT INTO events (public_id, account_id, website_id, alert_id, kind, cause, opened_at, seen_at, figures)
         VALUES ('ev_1', 1, 1, 1, 'errors', 'errors', now(), now(), '{"visits": 3}');
         INSERT INTO webhooks (public_id, account_id, name, url, kinds, secret, old_secret, old_secret_ends_at)
         VALUES ('wh_1', 1, 'w', 'https://a.test/', '{errors}', 'sealed', 'older', now());
         INSERT INTO robots_texts VALUES (1, '2026-11-01', E'User-agent: *\nDisallow:', 'given', now());
         INSERT INTO website_fetches VALUES (1, 'robots', NULL, now(), now(), 'found', 200, now());
         INSERT INTO sitemaps VALUES (1, '{/a,/b}', '{1,NULL}', '{0,NULL}', 'given', now(), 1, 3, '{"too_long": 1}');
         INSERT INTO website_feeds VALUES (1, 'json', now(), now());
         INSERT INTO feed_counts VALUES (1, 'json', 'day', '2026-11-20', 1, 2, 3, 4);
         INSERT INTO feed_reasons VALUES (1, 'json', 'day', '2026-11-20', 'rejected', 'no_time', 1);
         INSERT INTO feed_samples (website_id, feed, noted_at, reason, message)
         VALUES (1, 'json', now(), 'no_time', 'has no time')`,
      );
      await pool.query(NOTE_BATCH[from]);
      text = await textOf(source.url);
    });
    afterAll(async () => {
      await pool.end();
      await source.drop();
    });

    it('has every table, except those with a reason', async () => {
      const { rows } = await pool.query<{ name: string }>(
        "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition",
      );
      const horizon = from === 'timescale' ? [] : ['roll_up_horizon'];
      const known = [...CONTENTS.map(({ table }) => table), ...LEFT_OUT.keys()];
      expect(rows.map(({ name }) => name).sort()).toEqual(
        known.filter((name) => !horizon.includes(name)).sort(),
      );
    });

    it('has every column of its tables', async () => {
      for (const { table, rows } of CONTENTS) {
        const columns = async (sql: string) =>
          (await pool.query(`SELECT * FROM (${sql}) t LIMIT 0`)).fields
            .map(({ name }) => name)
            .sort();
        expect([table, await columns(rows)]).toEqual([
          table,
          await columns(`SELECT * FROM ${table}`),
        ]);
      }
    });

    it.each(FLAVOURS)('gives the same database on %s', async (to) => {
      if (storeMissing(to)) return;
      const target = await createEmptyDatabase(to);
      if (to === 'timescale') await target.pool.query('CREATE EXTENSION IF NOT EXISTS timescaledb');
      const { rows } = await restoreBackup(target.url, read(text), { flavour: to });
      expect(rows['visits']).toBe(3_900);
      for (const { table, rows: own } of CONTENTS) {
        const sql = table === 'log_batches' && from !== to ? LEDGER : own;
        expect([table, await rowsIn(target, sql)]).toEqual([table, await rowsIn({ pool }, sql)]);
      }
      const told = await target.pool.query('SELECT FROM webhook_deliveries');
      expect(told.rowCount).toBe(0);
      const { rows: keys } = await target.pool.query(
        'SELECT key, state, lease_until < now() AS over FROM idempotency_keys ORDER BY key',
      );
      // The ledger of Citus cannot tell which websites of the batch were written.
      const noted = to === 'citus' && from !== 'citus' ? 'done' : 'in_progress';
      expect(keys).toEqual([
        { key: 'k', state: 'in_progress', over: true },
        { key: 'noted', state: noted, over: true },
      ]);
      if (to === 'citus') await hasItsWeeks(target);
      await goesOn(target, to);
      await target.drop();
    });

    /** No week may begin with a look through old visits. */
    async function hasItsWeeks(target: TestDatabase): Promise<void> {
      const { rows } = await target.pool.query(
        "SELECT min(time) < now() - interval '2 weeks' AS old FROM visits",
      );
      expect(rows).toEqual([{ old: true }]);
      expect(await rowsIn(target, 'SELECT * FROM visits_other')).toEqual([]);
    }

    /** New visits are counted, new rows get new ids, and everything agrees. */
    async function goesOn(target: TestDatabase, flavour: Flavour): Promise<void> {
      await target.pool.query("UPDATE visits_kept SET since = '-infinity'");
      const visits = [0, 30].map((days) => aVisit({ time: Date.now() - days * 86_400_000 }));
      const batch = { id: randomUUID(), accountId: 1, receivedAt: Date.now(), visits };
      await new TestVisitWriter(target.pool).write(batch);
      if (flavour === 'timescale') await runUpkeepRound(target.pool, rollUpRefreshTask());
      const { rows } = await target.pool.query<{ id: number }>(
        "INSERT INTO accounts (public_id, name, plan) VALUES ('acc_2', 'B', 'free') RETURNING id",
      );
      expect(rows).toEqual([{ id: 2 }]);
      const client = await target.pool.connect();
      const found = await verifyRollUps(client, 0).finally(() => client.release());
      expect({ ...found, visits: Number(found.visits) }).toEqual({
        visits: 3_902,
        differences: [],
      });
    }

    it.each([BASELINE, UNMERGED, UNJUDGED, UNLISTED, UNLANDED, UNCOUNTED, UNPACKED, UNAPPENDED])(
      'of schema %i is migrated after loading',
      async (older) => {
        const target = await createEmptyDatabase('plain');
        const backup = asMadeBy(older, text);
        let whileLoading: Promise<number | undefined> | undefined;
        const { rows } = await restoreBackup(target.url, read(withSchema(backup, older)), {
          flavour: 'plain',
          tell: () => void (whileLoading ??= versionOf(target)),
        });
        expect(rows['visits']).toBe(3_900);
        expect(await whileLoading).toBe(older);
        expect(await versionOf(target)).toBe(latestVersion());
        // What was not counted then is counted from the raw visits.
        await target.pool.query("UPDATE visits_kept SET since = '-infinity'");
        const client = await target.pool.connect();
        const found = await verifyRollUps(client, 0).finally(() => client.release());
        expect(found.differences).toEqual([]);
        for (const table of ['hosts_daily', 'landings_daily'])
          expect([table, await rowsIn(target, `SELECT FROM ${table}`)]).not.toEqual([table, []]);
        await target.drop();
      },
    );

    it('of the build before last, which wrote no trailer, is restored', async () => {
      const target = await createEmptyDatabase('plain');
      const options = { flavour: 'plain' } as const;
      const old = ofBaseline(text);
      const lacking = old.replace(/^1\tacc_1\t.*\n/m, '');
      const damaged = restoreBackup(target.url, readWithoutTrailer(lacking), options);
      await expect(damaged).rejects.toThrow(/damaged.*foreign key/);
      const { rows } = await restoreBackup(target.url, readWithoutTrailer(old), options);
      expect(rows['visits']).toBe(3_900);
      expect(await versionOf(target)).toBe(latestVersion());
      await target.drop();
    });

    it('of a build before the first release leaves out digests without errors', async () => {
      const target = await createEmptyDatabase('plain');
      const unreleased = withHeader(ofBaseline(text), {
        ...{ format: UNRELEASED_FORMAT, schema: 41 },
      }).replace(/^COPY "page_digests"[^]*?^\\\.\n/m, (digests) =>
        digests.replace(/(?:\t[^\t\n]*){3}$/gm, '\t\\N\t\\N\t\\N'),
      );
      const { rows } = await restoreBackup(target.url, read(unreleased), { flavour: 'plain' });
      expect(rows['page_digests']).toBeGreaterThan(0);
      for (const table of ['page_digests', 'bot_page_sets'])
        expect(await rowsIn(target, `SELECT FROM ${table}`)).toEqual([]);
      await target.drop();
    });

    it('is refused by a database that is not empty, and by an older release', async () => {
      const target = await createEmptyDatabase('plain');
      const newer = withSchema(text, 999);
      await expect(restoreBackup(target.url, read(newer))).rejects.toThrow(/version 999.*newer/);
      const restore = () => restoreBackup(target.url, read(text), { flavour: 'plain' });
      await restore();
      await expect(restore()).rejects.toThrow('The database is not empty: it has 1 account.');
      await target.drop();
    });

    it('is refused by Citus with old visits of its own, in which no week can be made', async () => {
      if (storeMissing('citus')) return;
      const target = await createEmptyDatabase('citus');
      await migrate(target.url, { flavour: 'citus' });
      await target.pool.query(
        `INSERT INTO visits (time, website_id, bot_id, verification, status_code, late)
         VALUES (now() - interval '30 days', 1, 0, 0, 200, true)`,
      );
      await expect(restoreBackup(target.url, read(text), { flavour: 'citus' })).rejects.toThrow(
        'The database is not empty: it has 0 accounts.',
      );
      await target.drop();
    });

    it.each(FLAVOURS)('leaves an empty database on %s when it is damaged', async (to) => {
      if (storeMissing(to)) return;
      const target = await createEmptyDatabase(to);
      if (to === 'timescale') await target.pool.query('CREATE EXTENSION IF NOT EXISTS timescaledb');
      await migrate(target.url, { flavour: to });
      const file = await fileOf(read(text));
      const restore = (octets: Buffer) =>
        restoreBackup(target.url, Readable.from([octets]), { flavour: to });
      for (const damage of damagesOf(file)) {
        await expect(restore(damage)).rejects.toThrow(/damaged/);
        const { rows } = await target.pool.query(
          'SELECT (SELECT count(*) FROM accounts)::int AS accounts, (SELECT count(*) FROM visits)::int AS visits',
        );
        expect(rows).toEqual([{ accounts: 0, visits: 0 }]);
      }
      expect((await restore(file)).rows['visits']).toBe(3_900);
      await target.drop();
    });
  });
});
