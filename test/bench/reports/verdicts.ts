// Verdicts on the visitors of all days, as the judge would have left them.
import type pg from 'pg';

/** What each visit of a browser is part of, in shares that add up to less than 1; the rest is not judged. */
const SHARES = { automation: 0.2, people: 0.5, undecided: 0.2 };

/** Tables of verdicts that have an array for each website and bucket, with the relation they follow. */
const LISTS = [
  ['people_pages_daily', 'pages_daily'],
  ['people_hosts_hourly', 'current_hosts_hourly'],
  ['people_hosts_daily', 'current_hosts_daily'],
  ['people_countries_hourly', 'current_countries_hourly'],
  ['people_countries_daily', 'current_countries_daily'],
  ['people_referrals_hourly', 'referrals_hourly'],
  ['people_referrals_daily', 'referrals_daily'],
  ['people_clients_daily', 'clients_daily'],
] as const;
const TOTALS = [
  ['people_hourly', 'traffic_hourly'],
  ['people_daily', 'traffic_daily'],
] as const;

const COUNTS = ['visits', 'error_visits', 'people_visits', 'undecided_visits'];

/** A share of the visits as a whole number, which of few visits is sometimes 1. */
const part = (share: number) => `floor(visits * ${share} + random())`;

/**
 * Fills the tables of verdicts of all websites and days: rows of browsers that lose what is automation,
 * and rows of automation that have it.
 */
export async function insertVerdicts(client: pg.Client): Promise<void> {
  for (const [table, source] of LISTS) await fillList(client, table, source);
  for (const [table, source] of TOTALS) await fillTotals(client, table, source);
}

async function fillList(client: pg.Client, table: string, source: string): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  const columns = rows.filter(({ type }) => type.endsWith('[]'));
  const names = columns.map(({ name }) => name);
  const keys = names.filter((name) => name !== 'bot_id' && !COUNTS.includes(name));
  const hasBots = names.includes('bot_id');
  const errors = columns.some(({ name }) => name === 'error_visits') ? ', error_visits' : '';
  const arrays = columns.map(({ name, type }) => `array_agg(${name})::${type}`);
  await client.query(`
    WITH judged AS (${judgedOf(source, [...keys, ...(errors ? ['error_visits'] : [])], hasBots)}),
    moved AS (${movedOf(keys, { hasBots, hasErrors: errors !== '' })})
    INSERT INTO ${table} (website_id, bucket, ${names.join(', ')})
    SELECT website_id, bucket, ${arrays.join(', ')}
    FROM moved GROUP BY website_id, bucket`);
}

async function fillTotals(client: pg.Client, table: string, source: string): Promise<void> {
  const seen = ['error_visits', 'first_seen', 'last_seen'];
  const names = ['bot_id', ...COUNTS, 'first_seen', 'last_seen'];
  await client.query(`
    WITH judged AS (${judgedOf(source, seen, true)}),
    moved AS (${movedOf(['first_seen', 'last_seen'], { hasBots: true, hasErrors: true })})
    INSERT INTO ${table} (website_id, bucket, ${names.join(', ')})
    SELECT website_id, bucket, ${names.join(', ')} FROM moved`);
}

/** The rows of browsers, with what becomes of their visits. */
function judgedOf(source: string, columns: readonly string[], hasBots: boolean): string {
  const { automation, people, undecided } = SHARES;
  return `SELECT *, least(visits - automation, people) AS real_people,
      least(greatest(visits - automation - people, 0), undecided) AS real_undecided
    FROM (
      SELECT website_id, bucket, ${[...columns, 'visits'].join(', ')}, ${part(automation)} AS automation,
        ${part(people)} AS people, ${part(undecided)} AS undecided
      FROM ${source} ${hasBots ? 'WHERE bot_id = 0' : ''}
    ) one`;
}

interface Shape {
  hasBots: boolean;
  hasErrors: boolean;
}

/** Rows of browsers with minus and of automation with plus; without bots, only those with minus. */
function movedOf(keys: readonly string[], { hasBots, hasErrors }: Shape): string {
  const row = (bot: number, sign: '-' | '', people: string, undecided: string) =>
    `SELECT website_id, bucket, ${keys.join(', ')}${hasBots ? `, ${bot} AS bot_id` : ''},
      ${sign}automation AS visits${hasErrors ? `, ${sign}least(error_visits, automation) AS error_visits` : ''},
      ${people} AS people_visits, ${undecided} AS undecided_visits
    FROM judged`;
  const browsers = row(0, '-', 'real_people', 'real_undecided');
  return hasBots ? `${browsers} UNION ALL ${row(6, '', '0', '0')} WHERE automation > 0` : browsers;
}
