import { type Days, type Interval, INTERVALS, isDay, PERIODS, type Span } from './days.js';

/**
 * What the page shows is wholly in its address, with the names that the API has for it. So a link
 * shows what its sender sees, and the buttons back and forward do what everybody expects.
 */
export interface Address {
  /** The name of a view; `undefined` is the first one. */
  view: string | undefined;
  /** `ws_…`; undefined when none was chosen yet. */
  website: string | undefined;
  days: Days;
  /** An IANA time zone; undefined means UTC. */
  timezone: string | undefined;
  /** Whether the days before are shown beside. */
  compare: boolean;
  filters: Filters;
  /** Undefined leaves it to the number of days. */
  interval: Interval | undefined;
  group: Grouping | undefined;
  /** A part of a view, which names its own parts. */
  tab: string | undefined;
  /** As the API takes it. */
  sort: string | undefined;
  /** The kind of what is listed: of events, or of the pages that should be read. */
  kind: string | undefined;
  /** A list begins after what this names, as the API has it; undefined begins at its start. */
  cursor: string | undefined;
  /** The domain of a website that somebody is about to add. */
  add: string | undefined;
}

export const FILTERS = [
  'bot',
  'provider',
  'category',
  'visitors',
  'verification',
  'path',
  'exact_path',
  'host',
  'country',
] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

export const GROUPINGS = ['bot', 'provider', 'category', 'status'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What an address shows that names no days; a shared link has days of its own. */
export const USUAL_DAYS: Days = { period: 'last_7_days' };

/**
 * Reads the query of an address. What nobody could have chosen is left out.
 *
 * @param usual the days of an address that names none
 */
export function parseAddress(search: string, usual = USUAL_DAYS): Address {
  const query = new URLSearchParams(search);
  let filters: Filters = {};
  for (const name of FILTERS) {
    const value = query.get(name);
    if (value && isFilter(name, value)) filters = withFilter(filters, name, value);
  }
  return {
    view: query.get('view') || undefined,
    website: query.get('website') || undefined,
    days: daysIn(query) ?? usual,
    timezone: timezoneIn(query.get('timezone')),
    compare: query.get('compare') === 'previous',
    filters,
    interval: oneOf(INTERVALS, query.get('interval')),
    group: oneOf(GROUPINGS, query.get('group_by')),
    tab: query.get('tab') || undefined,
    sort: query.get('sort') || undefined,
    kind: query.get('kind') || undefined,
    cursor: query.get('cursor') || undefined,
    add: query.get('add') || undefined,
  };
}

/** Writes an address as a query with its `?`, without what is so by default; maybe empty. */
export function writeAddress(address: Address, usual = USUAL_DAYS): string {
  const { days, filters } = address;
  const query = new URLSearchParams();
  const put = (name: string, value: string | undefined) => {
    if (value !== undefined) query.set(name, value);
  };
  put('view', address.view);
  put('website', address.website);
  if (!isSame(days, usual)) {
    if ('period' in days) put('period', days.period);
    else {
      put('start_date', days.start);
      put('end_date', days.end);
    }
  }
  put('timezone', address.timezone);
  if (address.compare) put('compare', 'previous');
  for (const name of FILTERS) put(name, filters[name]);
  put('interval', address.interval);
  put('group_by', address.group);
  put('tab', address.tab);
  put('sort', address.sort);
  put('kind', address.kind);
  put('cursor', address.cursor);
  put('add', address.add);
  const text = query.toString();
  // Paths stay readable in the address.
  return text && `?${text.replaceAll('%2F', '/')}`;
}

/** Visits are counted by host, by country and by page apart. Both filters by page end alike. */
const DIMENSIONS = ['host', 'country', 'path'];
const dimensionOf = (name: FilterName) => DIMENSIONS.find((end) => name.endsWith(end));

/**
 * Returns the filters with one more, or without it when the value is undefined. A filter by host,
 * country or page takes the place of those by the others.
 */
export function withFilter(filters: Filters, name: FilterName, value: string | undefined): Filters {
  const changed: Partial<Record<FilterName, string>> = { ...filters };
  delete changed[name];
  if (value === undefined) return changed;
  const dimension = dimensionOf(name);
  for (const other of FILTERS)
    if (dimension && dimensionOf(other) && dimensionOf(other) !== dimension) delete changed[other];
  return { ...changed, [name]: value };
}

/** Days are always written in the same order. */
const isSame = (a: Days, b: Days): boolean => JSON.stringify(a) === JSON.stringify(b);

function daysIn(query: URLSearchParams): Days | undefined {
  const start = query.get('start_date') ?? '';
  const end = query.get('end_date') ?? '';
  const span: Span = { start, end };
  if (isDay(start) && isDay(end) && start <= end) return span;
  const period = oneOf(PERIODS, query.get('period'));
  return period && { period };
}

function isFilter(name: FilterName, value: string): boolean {
  if (name === 'country') return /^[a-z]{2}$/i.test(value);
  return !name.endsWith('path') || value.startsWith('/');
}

const timezoneIn = (name: string | null): string | undefined =>
  !name || name === 'UTC' || !isTimezone(name) ? undefined : name;

/** Tells whether a time zone has this name. The browser knows which ones there are. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function oneOf<const Values extends readonly string[]>(
  values: Values,
  value: string | null,
): Values[number] | undefined {
  return values.find((one) => one === value);
}
