import type { PeopleCounts } from '@app/contracts';
import { peopleOfList } from './judged.js';
import type { Paint } from './paint.js';
import { cutNote, part, roomBeside } from './part.js';
import type { Cell, Column } from './table.js';
import { count, cutMiddle, percent } from './text.js';

const LONGEST_HOST = 50;
const MOST_COUNTRIES = 15;
/** The name of visits whose logs do not tell what they are counted by. */
const NOT_LOGGED = '(not in the log)';

interface DimensionCounts extends Partial<PeopleCounts> {
  total_visits: number;
  bot_visits: number;
  human_visits: number;
  ai_bot_visits: number;
  error_visits: number;
}

/** A host that visits came for. */
export interface HostRow extends DimensionCounts {
  /** Empty when the logs do not tell it. Null: hosts beyond a bound, together. */
  host: string | null;
  /** The website of the account that it belongs to, `ws_…`, if it belongs to one. */
  website: string | null;
}

/** A country that visits came from, as two letters; null when the logs do not tell it. */
export interface CountryRow extends DimensionCounts {
  country: string | null;
}

/**
 * Renders the hosts of a website, or nothing when all visits came for one host that belongs to it:
 * then its name says nothing new.
 *
 * @param website the id of the website that the report is about
 */
export function hostsPart(hosts: readonly HostRow[], website: string, paint: Paint): string[] {
  const [first] = hosts;
  const isPlain = hosts.length === 1 && (first?.host === '' || first?.website === website);
  if (hosts.length === 0 || isPlain) return [];
  const counts = countsOf(hosts, paint);
  const columns = [...counts.columns, { title: 'belongs to' }];
  const cells = hosts.map((row) => [...counts.cellsOf(row), ownerOf(row, website)]);
  const room = Math.min(LONGEST_HOST, roomBeside(columns, cells));
  const rows = hosts.map((row, at) => [cutMiddle(nameOf(row), room), ...(cells[at] ?? [])]);
  return [part('Top hosts', rows, paint, [{ title: 'host' }, ...columns])];
}

function nameOf({ host }: HostRow): string {
  if (host === null) return '(all others)';
  return host === '' ? NOT_LOGGED : host;
}

function ownerOf({ host, website }: HostRow, own: string): string | null {
  if (host === null || host === '') return null;
  if (website === null) return 'no website';
  return website === own ? 'this website' : 'another website';
}

/** Renders the countries of visits, or nothing when the logs tell none. */
export function countriesPart(
  countries: readonly CountryRow[],
  total: number,
  paint: Paint,
): string[] {
  if (countries.every(({ country }) => country === null)) return [];
  const shown = countries.slice(0, MOST_COUNTRIES);
  const counts = countsOf(shown, paint);
  const rows = shown.map((row) => [
    row.country ?? NOT_LOGGED,
    percent(row.total_visits, total),
    ...counts.cellsOf(row),
  ]);
  const columns: Column[] = [{ title: 'country' }, { title: 'share', align: 'right' }];
  const title = `Countries${cutNote(shown.length, countries.length)}`;
  return [part(title, rows, paint, [...columns, ...counts.columns])];
}

/** Returns the columns of counts, and the cells of a row for them. */
function countsOf(rows: readonly DimensionCounts[], paint: Paint) {
  const people = peopleOfList(rows, paint);
  const columns: Column[] = [
    { title: 'visits', align: 'right' },
    ...people.columns,
    { title: 'browsers', align: 'right', paint: paint.human },
    { title: 'bots', align: 'right', paint: paint.bot },
    { title: 'AI bots', align: 'right', paint: paint.ai },
    { title: 'errors', align: 'right' },
  ];
  const cellsOf = (row: DimensionCounts): Cell[] => [
    count(row.total_visits),
    ...people.cellsOf(row),
    count(row.human_visits),
    count(row.bot_visits),
    count(row.ai_bot_visits),
    count(row.error_visits),
  ];
  return { columns, cellsOf };
}
