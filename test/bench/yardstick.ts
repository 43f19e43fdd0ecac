// What the database alone can take: rows a second of log entries in full, by COPY on one connection,
// into a table with an index and nothing else. Neither rows nor table come from the build that is
// measured, so the yardstick stays the same when a build stores its visits in another way.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { classify } from '@app/classification';
import { type TestFlavour, undoneAtEnd } from '@app/testing';
import { from as copyFrom } from 'pg-copy-streams';
import { connect } from '../support/servers/postgres.js';
import { type BenchEntry, createEntries } from './entries.js';
import { createDatabase, dropDatabase, type Server } from './servers.js';

export interface Yardstick {
  /** Returns the rows per second of one COPY. */
  rate(): Promise<number>;
  remove(): Promise<void>;
}

const DATABASE = 'bench_yardstick';
const TABLE = `
CREATE TABLE yardstick (
  time timestamptz(3) NOT NULL,
  website_id integer NOT NULL,
  bot_id integer NOT NULL,
  verification smallint NOT NULL,
  status_code smallint NOT NULL,
  page_id bigint,
  method text NOT NULL,
  host text NOT NULL,
  path text NOT NULL,
  ip inet,
  user_agent text NOT NULL,
  browser text,
  os text,
  device text,
  referer text,
  referral_source text,
  late boolean NOT NULL
)`;
const HYPERTABLE = `
SELECT create_hypertable('yardstick', 'time',
  chunk_time_interval => INTERVAL '7 days', create_default_indexes => false)`;
const INDEX = 'CREATE INDEX ON yardstick (website_id, time)';

const ROWS = 500_000;
const DOMAINS = ['one.example', 'two.example', 'three.example', 'four.example'];
const SEED = 1;
/** Rows that have the same time, as the entries of a request, and how far the requests are apart. */
const PORTION = 1_000;
const PORTION_MS = 10;

/** Writes the rows into a file on the server, which every COPY reads. */
export async function prepareYardstick(server: Server, flavour: TestFlavour): Promise<Yardstick> {
  const url = await createDatabase(server, DATABASE, flavour);
  const client = await connect(url);
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const file = `${rows[0]?.data_directory}/bench-yardstick`;
  await client.query(TABLE);
  if (flavour === 'timescale') await client.query(HYPERTABLE);
  await client.query(INDEX);
  await pipeline(Readable.from(portions()), client.query(copyFrom('COPY yardstick FROM STDIN')));
  await client.query(`COPY (SELECT * FROM yardstick) TO '${file}'`);
  return {
    rate: async () => {
      await client.query('TRUNCATE yardstick');
      await client.query('CHECKPOINT');
      const start = performance.now();
      await client.query(`COPY yardstick FROM '${file}'`);
      return (ROWS * 1_000) / (performance.now() - start);
    },
    remove: undoneAtEnd(async () => {
      // SQL cannot remove a file, but it can empty it.
      await client.query(`COPY (SELECT WHERE false) TO '${file}'`);
      await client.end();
      await dropDatabase(server, DATABASE);
    }),
  };
}

/** Makes the text of the rows, as COPY reads it. */
function* portions(): Generator<string> {
  const makeEntry = createEntries(DOMAINS, SEED);
  const pages = new Map<string, number>();
  const begin = Date.now();
  for (let first = 0; first < ROWS; first += PORTION) {
    const time = new Date(begin + (first / PORTION) * PORTION_MS).toISOString();
    yield Array.from({ length: PORTION }, () => rowOf(makeEntry(), time, pages)).join('');
  }
}

function rowOf(entry: BenchEntry, time: string, pages: Map<string, number>): string {
  const { host, path, ip, method } = entry;
  const page = pages.get(path) ?? pages.size + 1;
  pages.set(path, page);
  const verdict = classify(entry.user_agent);
  const [bot, client] =
    verdict.kind === 'human' ? [0, verdict.client] : [verdict.bot.id, undefined];
  const website = DOMAINS.findIndex((domain) => host.endsWith(domain)) + 1;
  const { browser, os, device } = client ?? {};
  const checked = bot === 0 ? 0 : 1;
  return copyLine([
    ...[time, website, bot, checked, entry.status_code, page, method, host, path, ip],
    ...[entry.user_agent, browser, os, device, entry.referer, undefined, 'f'],
  ]);
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Returns a row in the text format of COPY. */
export function copyLine(values: readonly (string | number | null | undefined)[]): string {
  const fields = values.map((value) =>
    value === undefined || value === null
      ? '\\N'
      : String(value).replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? ''),
  );
  return `${fields.join('\t')}\n`;
}
