import { AUTOMATION_BOT_ID } from '@app/contracts';
import { countryOf, type JudgedList, type JudgedLists, SOURCES, STATUSES } from '@app/people';

/** What a client is, as far as it is known. */
export interface BrowserOfClient {
  id: number;
  userAgent: string;
  browser: string;
  os: string;
  device: string;
}

/** Rows of a table of verdicts, column by column. Their hours are those of the day, or 0 for all of it. */
export interface VerdictRows {
  hours: number[];
  columns: Record<string, (number | string)[]>;
}

/** The id of people, as counts by bot have it. */
const PEOPLE = 0;
const HOURS_OF_DAY = 24;

/** The counts of rows. */
const COUNTS = ['visits', 'error_visits', 'people_visits', 'undecided_visits'] as const;

/** Collects rows, of which those with the same key are one. */
class Rows {
  private readonly places = new Map<string, number>();
  readonly hours: number[] = [];
  readonly columns: Record<string, (number | string)[]>;

  constructor(private readonly dimensions: readonly string[]) {
    this.columns = Object.fromEntries([...dimensions, ...COUNTS].map((name) => [name, []]));
  }

  add(hour: number, key: readonly (number | string)[], counts: readonly number[]): void {
    const name = `${hour} ${key.join(' ')}`;
    let place = this.places.get(name);
    if (place === undefined) {
      this.places.set(name, (place = this.hours.push(hour) - 1));
      this.dimensions.forEach((dimension, at) => this.column(dimension).push(key[at] as number));
      for (const count of COUNTS) this.column(count).push(0);
    }
    COUNTS.forEach((count, at) => {
      const column = this.column(count) as number[];
      column[place] = (column[place] as number) + (counts[at] as number);
    });
  }

  private column(name: string): (number | string)[] {
    return this.columns[name] as (number | string)[];
  }
}

/** Calls for each value of a list what it is made of. */
function eachOf(
  { count, keys, people, undecided, automation, errors }: JudgedList,
  call: (key: number, verdicts: { people: number[]; automation: number[] }) => void,
): void {
  for (let at = 0; at < count; at++) {
    const visits = automation[at] as number;
    const own = errors[at] as number;
    call(keys[at] as number, {
      people: [-visits, -own, people[at] as number, undecided[at] as number],
      automation: [visits, own, 0, 0],
    });
  }
}

/** Returns the rows of hosts or countries, by bot and status code. */
function byStatus(
  list: JudgedList,
  dimension: string,
  valueOf: (number: number) => number | string,
  isDaily: boolean,
): VerdictRows {
  const rows = new Rows(['bot_id', 'status_code', dimension]);
  eachOf(list, (key, { people, automation }) => {
    const hour = isDaily ? 0 : key % HOURS_OF_DAY;
    const rest = Math.floor(key / HOURS_OF_DAY);
    const status = rest % STATUSES;
    const value = valueOf(Math.floor(rest / STATUSES));
    rows.add(hour, [PEOPLE, status, value], people);
    if ((automation[0] as number) > 0)
      rows.add(hour, [AUTOMATION_BOT_ID, status, value], automation);
  });
  return rows;
}

function byReferral(
  list: JudgedList,
  assistants: readonly string[],
  isDaily: boolean,
): VerdictRows {
  const rows = new Rows(['referral_source']);
  eachOf(list, (key, { people }) => {
    const source = assistants[Math.floor(key / HOURS_OF_DAY) - 1] as string;
    rows.add(isDaily ? 0 : key % HOURS_OF_DAY, [source], people);
  });
  return rows;
}

function byLanding(list: JudgedList, assistants: readonly string[]): VerdictRows {
  const rows = new Rows(['referral_source', 'page_id']);
  eachOf(list, (key, { people }) => {
    const source = assistants[(key % SOURCES) - 1] as string;
    rows.add(0, [source, Math.floor(key / SOURCES)], people);
  });
  return rows;
}

function byBrowser(list: JudgedList, browsers: readonly BrowserOfClient[]): VerdictRows {
  const rows = new Rows(['browser', 'os', 'device']);
  const known = new Map(browsers.map((one) => [one.id, one]));
  eachOf(list, (client, { people }) => {
    const found = known.get(client);
    if (found) rows.add(0, [found.browser, found.os, found.device], people);
  });
  return rows;
}

function byPage(list: JudgedList): VerdictRows {
  const rows = new Rows(['bot_id', 'page_id']);
  eachOf(list, (page, { people, automation }) => {
    rows.add(0, [PEOPLE, page], people);
    if ((automation[0] as number) > 0) rows.add(0, [AUTOMATION_BOT_ID, page], automation);
  });
  return rows;
}

/** Returns the rows of each table of verdicts, as what reports add to the counts of visits. */
export function verdictRows(
  lists: JudgedLists,
  browsers: readonly BrowserOfClient[],
  { of, grain }: { of: string; grain: 'hour' | 'day' },
): VerdictRows {
  const isDaily = grain === 'day';
  switch (of) {
    case 'hosts':
      return byStatus(lists.hosts, 'host_id', (id) => id, isDaily);
    case 'countries':
      return byStatus(lists.countries, 'country', countryOf, isDaily);
    case 'referrals':
      return byReferral(lists.referrals, lists.assistants, isDaily);
    case 'landings':
      return byLanding(lists.landings, lists.assistants);
    case 'clients':
      return byBrowser(lists.clients, browsers);
    case 'pages':
      return byPage(lists.pages);
    default:
      throw new Error(`No list of verdicts is by ${of}`);
  }
}
