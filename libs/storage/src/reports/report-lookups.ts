import type pg from 'pg';
import { type Composed, valuesOf } from '../compose/compose.js';
import { statement } from '../database/statement.js';
import { WebsiteNode } from './website-node.js';
import {
  bounds,
  coverOf,
  type CoverRow,
  type CoverValues,
  coverValues,
  dayBounds,
  type StoredDigest,
} from './cover-values.js';

import type { BotFilter, DayRange, DimensionFilter } from './report-questions.js';
import { PEOPLE_KNOWN_UNTIL } from './statements/visitors.js';
import { ALL_VISITS, type ChosenSource, FILTER_DIMENSIONS } from './statements/sources.js';

const FIND_BOTS = statement('reports/find_bots');
const FIND_PAGE = statement('reports/find_page');
const FIND_HOST = statement('reports/find_host');
const FIND_DIGESTS = statement('reports/find_page_digests');

/** The id of a host that a website does not have. */
const NO_HOST = -1;

/** What several reports look up before they read. */
export abstract class ReportLookups {
  private readonly node: WebsiteNode;

  constructor(protected readonly pool: pg.Pool) {
    this.node = new WebsiteNode(pool);
  }

  /**
   * Returns the ids of the bots that match in a report, or null when there is no filter. A bot that
   * names itself has its name only in reports in which it has enough visits.
   */
  protected async botIds(
    websiteId: number,
    range: DayRange,
    filter: BotFilter,
  ): Promise<number[] | null> {
    const { bot, provider, category, visitors, verification } = filter;
    const filters = [bot, provider, category, visitors, verification];
    if (filters.every((one) => one === undefined)) return null;
    const words = [bot ?? null, provider ?? null, category ?? null, visitors ?? null];
    const values = [websiteId, ...dayBounds(range), ...words];
    const rows = await this.readOf<{ id: number }>('find_bots', FIND_BOTS, values);
    return rows.map(({ id }) => id);
  }

  /** Returns where a report is read: the value of the dimension that it is limited to, if it is. */
  protected async sourceOf(websiteId: number, filter: DimensionFilter): Promise<ChosenSource> {
    const source = FILTER_DIMENSIONS.find((name) => filter[name] !== undefined);
    if (source === undefined) return ALL_VISITS;
    const value = filter[source] as string;
    if (source !== 'host') return { source, value };
    const rows = await this.readOf<{ id: number }>('find_host', FIND_HOST, [websiteId, value]);
    return { source, value: rows[0]?.id ?? NO_HOST };
  }

  /** Returns the id of a page, or null when no page is asked for. */
  protected async pageId(
    websiteId: number,
    path: string | undefined,
  ): Promise<number | null | 'unknown'> {
    if (path === undefined) return null;
    const rows = await this.readOf<{ id: number }>('find_page', FIND_PAGE, [websiteId, path]);
    return rows[0]?.id ?? 'unknown';
  }

  /**
   * Finds out what the reports of pages and bots must read. Visits that come between this call and
   * the reading may be counted or not, but never twice. Digests that do not suit are not
   * read.
   */
  async cover(
    websiteId: number,
    range: DayRange,
    suits?: (digest: StoredDigest) => boolean,
  ): Promise<CoverValues> {
    return coverValues(range, coverOf(range, await this.coverRows(websiteId, range, suits)));
  }

  /** Returns what a period can be read from. Digests that do not suit are left out. */
  protected async coverRows(
    websiteId: number,
    range: DayRange,
    suits: (digest: StoredDigest) => boolean = () => true,
  ): Promise<CoverRow[]> {
    const values = [websiteId, ...dayBounds(range)];
    const rows = await this.readOf<CoverRow>('page_digests', FIND_DIGESTS, values);
    return rows.filter((row) => row.grain === 'now' || suits(row));
  }

  /**
   * Returns the moment from which on lists about some websites do not tell people, as ISO 8601, or null
   * when they tell all.
   */
  async peopleKnownUntil(websiteIds: readonly number[], range: DayRange): Promise<string | null> {
    type Row = { until: string | null };
    const rows: Row[] = await this.readEach(PEOPLE_KNOWN_UNTIL, websiteIds, bounds(range));
    const moments = rows.flatMap(({ until }) => until ?? []).sort();
    return moments[0] ?? null;
  }

  /** Reads rows of one website by a composed statement. */
  protected readFrom<Row extends object, Names extends string>(
    statement: Composed<Names>,
    values: Readonly<Record<Names, unknown>>,
  ): Promise<Row[]> {
    return this.node.ask(nameOf(statement), statement.text, valuesOf(statement, values));
  }

  /** Reads rows of one website by a composed statement that is planned for these values. */
  protected readAnew<Row extends object, Names extends string>(
    statement: Composed<Names>,
    values: Readonly<Record<Names, unknown>>,
  ): Promise<Row[]> {
    return this.node.askAnew(nameOf(statement), statement.text, valuesOf(statement, values));
  }

  /** Reads rows of one website. Its id is the first of the values. */
  protected readOf<Row extends object>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]> {
    return this.node.ask(`traffic_${name}`, text, values);
  }

  /** Reads rows of several websites, in any order. */
  protected readEach<Row extends object, Names extends string>(
    statement: Composed<Names>,
    websiteIds: readonly number[],
    values: Readonly<Record<Exclude<Names, 'websites'>, unknown>>,
  ): Promise<Row[]> {
    const all = { ...values, websites: websiteIds } as Record<Names, unknown>;
    const [, ...others] = valuesOf(statement, all);
    return this.node.askEach(nameOf(statement), statement.text, websiteIds, others);
  }

  /** Reads rows of several websites, which are the only value, in any order. */
  protected readOfEach<Row extends object>(
    name: string,
    text: string,
    websiteIds: readonly number[],
  ): Promise<Row[]> {
    return this.node.askEach(`traffic_${name}`, text, websiteIds, []);
  }

  /** Reads rows of all websites, or of none. */
  protected async read<Row extends object>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ name: `traffic_${name}`, text, values });
    return rows;
  }
}

/** The name under which a connection prepares a statement. */
const nameOf = ({ name }: Composed) => name.replace('reports/', 'traffic_');
