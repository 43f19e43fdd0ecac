import type { LogEntryInput } from '@app/contracts';
import { eventually } from '@app/testing';
import type { ProducerOptions } from './producer.js';
import type { Stage } from './stage.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** So many batches have requests of the same visitor. */
const BATCHES_A_VISITOR = 4;
const GROUPS_A_BATCH = 10;
/** The requests of a reader and those of a crawler. */
const A_GROUP = ['reader', 'reader/style.css', 'reader/logo.png', 'crawler'];
/** A crawler that got so many errors is automation. */
const LEAST_OF_AUTOMATION = 3;

/** Addresses of a network. One that ends with 0 may be cut, and is nobody's. */
const HOSTS = 250;

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/155.0.0.0 Safari/537.36';

/** A producer of visitors of the noon before now: readers with files, and crawlers. */
export const visitors = (): ProducerOptions => {
  const noon = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - 12 * HOUR_MS;
  return {
    entries: GROUPS_A_BATCH * A_GROUP.length,
    entryOf: (batch, index) => requestOf(batch, index, noon),
  };
};

/** The path says whose request it is, because addresses are not stored in full. */
function requestOf(batch: number, index: number, noon: number): Partial<LogEntryInput> {
  const group = Math.floor(index / A_GROUP.length);
  const file = A_GROUP[index % A_GROUP.length] as string;
  const [kind] = file.split('/');
  const number = Math.floor(batch / BATCHES_A_VISITOR) * GROUPS_A_BATCH + group;
  const page = batch % BATCHES_A_VISITOR;
  return {
    ip: `${kind === 'reader' ? 80 : 81}.${Math.floor(number / HOSTS / 256)}.${Math.floor(number / HOSTS) % 256}.${1 + (number % HOSTS)}`,
    user_agent: CHROME,
    timestamp: noon + (page * 7 + (number % 7)) * MINUTE_MS,
    host: 'example.com',
    path: `/${file.replace(/^\w+/, `${kind}-${number}`)}`,
    ...(kind === 'crawler'
      ? { status_code: 404, referer: 'https://elsewhere.example/' }
      : { status_code: 200, referer: file.includes('.') ? 'https://example.com/pages' : '' }),
  };
}

interface Verdicts {
  people: number;
  undecided: number;
  automation: number;
}

/** The verdicts that follow from what is stored. */
const EXPECTED = `
  WITH of_visitors AS (
    SELECT split_part(split_part(path, '/', 6), '-', 1) AS kind, split_part(path, '/', 6) AS visitor, count(*) AS visits
    FROM visit_entries WHERE path ~ '/(reader|crawler)-\\d+' GROUP BY 1, 2)
  SELECT coalesce(sum(visits) FILTER (WHERE kind = 'reader'), 0)::int AS people,
    coalesce(sum(visits) FILTER (WHERE kind = 'crawler' AND visits < ${LEAST_OF_AUTOMATION}), 0)::int AS undecided,
    coalesce(sum(visits) FILTER (WHERE kind = 'crawler' AND visits >= ${LEAST_OF_AUTOMATION}), 0)::int AS automation
  FROM of_visitors`;

const FOUND = `
  SELECT coalesce(sum(people_visits), 0)::int AS people, coalesce(sum(undecided_visits), 0)::int AS undecided,
    coalesce(sum(visits) FILTER (WHERE bot_id = 6), 0)::int AS automation
  FROM people_daily`;

/**
 * Waits until every stored visit has the verdict that follows from what is stored of its visitor, and
 * returns how many there are.
 */
export async function untilJudged({ database }: Stage): Promise<Verdicts> {
  const one = async (text: string) => (await database.query<Verdicts>(text))[0] as Verdicts;
  return eventually(async () => {
    const [expected, found] = [await one(EXPECTED), await one(FOUND)];
    if (JSON.stringify(expected) !== JSON.stringify(found))
      throw new Error(
        `the verdicts should be ${JSON.stringify(expected)}, not ${JSON.stringify(found)}`,
      );
    return found;
  }, JUDGED_MS);
}

const JUDGED_MS = 60_000;
