// Log entries as a shipper sends them, with the frequencies of real logs, and the same in every
// run.
import { seededRandom } from '../support/random.js';
import { createAddresses } from './addresses.js';
import { BROWSERS } from './drawn/shapes.js';
import { FOUR_WEBSITES, pathOf, PATHS, rankedBots } from './traffic.js';

const HUMAN_SHARE = 0.55;
const REFERER_SHARE = 0.4;
/** Twice the number of paths that the dictionary knows at first, so that some are new. */
const SENT_PATHS = 2 * PATHS;
/** How many versions of a browser are in use at the same time. */
const VERSIONS = 40;
const VERSION = /(?<=(?:Chrome|Firefox|Version)\/)\d+/;

/** An entry without its time. */
export interface BenchEntry {
  method: string;
  host: string;
  path: string;
  status_code: number;
  ip: string;
  user_agent: string;
  referer?: string;
  country?: string;
  asn?: number;
  protocol?: string;
  sec_fetch_mode?: string;
}

interface EntryOptions {
  /** Whether entries have the optional fields that CDNs know and logs can have. */
  allFields?: boolean;
  /** Whether people make several requests each, as real ones do, or every one has another address. */
  returning?: boolean;
}

/**
 * Returns a function that makes entries as JSON without their beginning, which `bodyOf` adds.
 *
 * @param domains of the websites, the largest first
 */
export function createEntryMaker(
  domains: string[],
  seed: number,
  options: EntryOptions = {},
): () => string {
  const makeEntry = createEntries(domains, seed, options);
  return () => `,${JSON.stringify(makeEntry()).slice(1)}`;
}

/**
 * Returns a function that makes entries.
 *
 * @param domains of the websites, the largest first
 */
export function createEntries(
  domains: string[],
  seed: number,
  { allFields = false, returning = false }: EntryOptions = {},
): () => BenchEntry {
  const random = seededRandom(seed);
  const drawOptional = createOptional(seed);
  const bots = rankedBots();
  const rank = (length: number) => Math.floor((length + 1) ** random()) - 1;
  const drawAddress = createAddresses(random);
  const agent = () => {
    const browser = BROWSERS[Math.floor(random() * BROWSERS.length)] ?? '';
    return browser.replace(VERSION, (version) => String(Number(version) - rank(VERSIONS)));
  };
  const newcomer = () => ({ ip: drawAddress(), user_agent: agent() });
  const person = returning ? returningPeople(seed, newcomer) : newcomer;
  const status = () => {
    const draw = random();
    if (draw < 0.93) return 200;
    if (draw < 0.96) return 301;
    return draw < 0.995 ? 404 : 500;
  };
  return () => {
    const site = random();
    const human = random() < HUMAN_SHARE;
    const bot = human ? undefined : bots[rank(bots.length)];
    const domain = domains[FOUR_WEBSITES.filter((bound) => site >= bound).length];
    return {
      method: random() < 0.97 ? 'GET' : 'POST',
      host: `www.${domain}`,
      path: pathOf(rank(SENT_PATHS) + 1),
      status_code: status(),
      ...(bot ? { ip: drawAddress(bot.provider), user_agent: bot.userAgent } : person()),
      ...(human && random() < REFERER_SHARE ? { referer: 'https://www.google.com/' } : {}),
      ...(allFields ? drawOptional(human) : {}),
    };
  };
}

/** Requests of a person within an hour, on average: what the laboratory's logs have. */
const REQUESTS_OF_PERSON = 2.9;
/** How many people are there at the same time. */
const PEOPLE = 2_000;

/** Draws people who make several requests each, with a random of their own. */
function returningPeople<Person>(seed: number, newcomer: () => Person): () => Person {
  const random = seededRandom(seed + 2);
  const there: Person[] = [];
  return () => {
    const place = Math.floor(random() * PEOPLE);
    const known = there[place];
    if (known !== undefined && random() >= 1 / REQUESTS_OF_PERSON) return known;
    return (there[place] = newcomer());
  };
}

const COUNTRIES = 'US DE GB FR IN CN BR JP CA NL AU IT ES PL SG SE CH KR MX TR'.split(' ');
const NETWORKS = 400;
const FIRST_NETWORK = 64_500;

/** Returns a function that draws fields with a random of their own, so that all others stay equal. */
function createOptional(seed: number) {
  const random = seededRandom(seed + 1);
  const rank = (length: number) => Math.floor((length + 1) ** random()) - 1;
  return (human: boolean) => ({
    country: COUNTRIES[rank(COUNTRIES.length)] ?? '',
    asn: FIRST_NETWORK + rank(NETWORKS),
    protocol: human || random() < 0.5 ? 'HTTP/2' : 'HTTP/1.1',
    sec_fetch_mode: human ? 'navigate' : '',
  });
}

/** Returns the body of a request with these entries, all with this time. */
export function bodyOf(entries: string[], time: number): string {
  const start = `{"timestamp":"${new Date(time).toISOString()}"`;
  return `[${entries.map((entry) => start + entry).join(',')}]`;
}
