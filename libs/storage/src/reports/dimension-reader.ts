import type { CountryCounts, CountryEntry, HostCounts } from '@app/contracts';
import { statement } from '../database/statement.js';
import { bounds } from './cover-values.js';
import { edges, type HourRange } from './hour-edges.js';
import { compareBytes, type ListOrder, type ListPart, partOf, type Place } from './list-order.js';
import { ReportLookups } from './report-lookups.js';
import type { DayRange } from './report-questions.js';
import {
  COUNTRIES_REPORT,
  COUNTS_OF_COUNTRIES,
  COUNTS_OF_DIMENSION,
  COUNTS_OF_HOSTS,
  HOSTS_OF_WEBSITES,
  HOSTS_REPORT,
  KEYS_OF_HOSTS,
  OTHER_HOSTS,
} from './statements/dimension-lists.js';

/** The columns that lists of hosts and of countries can be ordered by. */
export const HOST_COLUMNS = ['host', ...COUNTS_OF_DIMENSION] as const;
export const COUNTRY_COLUMNS = ['country', ...COUNTS_OF_DIMENSION] as const;
export type HostColumn = (typeof HOST_COLUMNS)[number];
export type CountryColumn = (typeof COUNTRY_COLUMNS)[number];

/** A host, with the websites whose tracking keys its visits came with. */
export type CountedHost = HostCounts & {
  id: number;
  /** The website that its visits count for. */
  websiteId: number;
  /** Most visits first. */
  keys: { websiteId: number; visits: number }[];
};

/** Which hosts are listed. */
export interface HostsQuestion {
  /** The domains of the account, when only hosts of none of them are listed. */
  domains?: readonly string[] | undefined;
  limit: number;
}

type HostRow = Omit<HostCounts, 'host'> & { id: number; host: string };
type PlacedHost = HostRow & { place: number[] };
type PlacedCountry = CountryEntry & { place: number[] };

const FIND_KNOWN = statement('reports/find_hosts_known');

/** Reads for which hosts and from which countries visits came, only from roll-ups. */
export class DimensionReader extends ReportLookups {
  /** Returns a part of the hosts of a website, in an order. */
  async hosts(
    websiteId: number,
    range: DayRange,
    { domains, limit }: HostsQuestion,
    { column, reversed, after }: ListOrder<HostColumn>,
  ): Promise<ListPart<CountedHost>> {
    const rows: PlacedHost[] = await this.readFrom(HOSTS_REPORT, {
      ...{ website: websiteId, ...bounds(range), domains: domains ?? null },
      ...{ column, direction: reversed ? -1 : 1, limit: limit + 1 },
      ...{ after: after?.numbers ?? null, afterText: after?.texts[0] ?? null },
    });
    const { rows: shown, next } = partOf(rows, limit, (row) => placeOf(row, row.host));
    const own = shown.map(({ place: _, ...row }) => ({ ...row, websiteId }));
    return { rows: await this.withKeys(own, range), next };
  }

  /** Returns a part of the hosts of some websites, most visits first. */
  async hostsOf(
    websiteIds: readonly number[],
    range: DayRange,
    { domains, limit }: HostsQuestion,
    after?: Place,
  ): Promise<ListPart<CountedHost>> {
    type Row = HostRow & { website_id: number };
    const found: Row[] = await this.readEach(HOSTS_OF_WEBSITES, websiteIds, {
      ...{ ...bounds(range), domains: domains ?? null, limit: limit + 1 },
      ...{ afterVisits: after?.numbers[0] ?? null, afterWebsite: after?.numbers[1] ?? null },
      afterHost: after?.texts[0] ?? null,
    });
    const placed = found
      .map((row) => ({ ...row, place: [row.total_visits, row.website_id] }))
      .sort(
        (a, b) =>
          b.total_visits - a.total_visits ||
          compareBytes(a.host, b.host) ||
          a.website_id - b.website_id,
      );
    const { rows: shown, next } = partOf(placed, limit, (row) => placeOf(row, row.host));
    const own = shown.map(({ place: _, website_id: websiteId, ...row }) => ({ ...row, websiteId }));
    return { rows: await this.withKeys(own, range), next };
  }

  /** Returns a part of the countries of a website, in an order. */
  async countries(
    websiteId: number,
    range: DayRange,
    limit: number,
    { column, reversed, after }: ListOrder<CountryColumn>,
  ): Promise<ListPart<CountryEntry>> {
    const rows: PlacedCountry[] = await this.readFrom(COUNTRIES_REPORT, {
      ...{ website: websiteId, ...bounds(range), limit: limit + 1 },
      ...{ column, direction: reversed ? -1 : 1 },
      ...{ after: after?.numbers ?? null, afterText: after?.texts[0] ?? null },
    });
    const { rows: shown, next } = partOf(rows, limit, (row) => placeOf(row, row.country ?? ''));
    const countries = shown.map(({ place: _, country, ...counts }) => ({
      country: country === '' ? null : country,
      ...counts,
    }));
    return { rows: countries, next };
  }

  /** Returns the counts of some hosts of a website in whole hours, by their ids. */
  async countsOfHosts(
    websiteId: number,
    range: HourRange,
    hosts: readonly number[],
  ): Promise<Map<number, CountryCounts>> {
    type Row = CountryCounts & { id: number };
    const values = { website: websiteId, ...edges(range), hosts };
    const rows: Row[] = await this.readFrom(COUNTS_OF_HOSTS, values);
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }

  /** Returns the counts of some countries in whole hours. Null is what no country is known of. */
  async countsOfCountries(
    websiteId: number,
    range: HourRange,
    countries: readonly CountryEntry['country'][],
  ): Promise<Map<CountryEntry['country'], CountryCounts>> {
    const wanted = countries.map((country) => country ?? '');
    const values = { website: websiteId, ...edges(range), countries: wanted };
    const rows: CountryEntry[] = await this.readFrom(COUNTS_OF_COUNTRIES, values);
    return new Map(rows.map(({ country, ...counts }) => [country || null, counts]));
  }

  /**
   * Returns the UTC day from which on hosts and countries are known, in epoch milliseconds, or null
   * when they always are. A migration writes it once.
   */
  async knownSince(): Promise<number | null> {
    const rows = await this.read<{ since: number | null }>('hosts_known', FIND_KNOWN, []);
    return rows[0]?.since ?? null;
  }

  private async withKeys(
    rows: readonly (HostRow & { websiteId: number })[],
    range: DayRange,
  ): Promise<CountedHost[]> {
    const websites = [...new Set(rows.map(({ websiteId }) => websiteId))];
    type Row = { host_id: number; key_id: number; visits: number };
    const keys = new Map<string, CountedHost['keys']>();
    for (const website of websites) {
      const hosts = rows.filter(({ websiteId }) => websiteId === website).map(({ id }) => id);
      const values = { website, ...bounds(range), hosts };
      const found: Row[] = await this.readFrom(KEYS_OF_HOSTS, values);
      for (const { host_id: id, key_id: websiteId, visits } of found) {
        const key = `${website} ${id}`;
        keys.set(key, [...(keys.get(key) ?? []), { websiteId, visits }]);
      }
    }
    return rows.map(({ host, ...row }) => ({
      ...row,
      host: host === OTHER_HOSTS ? null : host,
      keys: keys.get(`${row.websiteId} ${row.id}`) ?? [],
    }));
  }
}

const placeOf = ({ place }: { place: number[] }, text: string): Place => ({
  numbers: place,
  texts: [text],
});
