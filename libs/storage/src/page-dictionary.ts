import type pg from 'pg';
import { statement } from './statement.js';

/** A path of a website, and the UTC day of a visit to it. */
export interface PageVisit {
  websiteId: number;
  path: string;
  /** `YYYY-MM-DD` */
  day: string;
}

interface PageRow {
  website_id: number;
  path: string;
  page_id: number;
}

/** Distinct new paths a website and day; visits to paths beyond it count in totals only. */
export const NEW_PAGES_PER_WEBSITE_AND_DAY = 50_000;

const FIND_PAGES = statement('find_pages');
const REGISTER_PAGES = statement('register_pages');

/** The key of a path across websites. */
export function pageKey(page: { websiteId: number; path: string }): string {
  return `${page.websiteId} ${page.path}`;
}

/**
 * Gives paths their ids. Entries are committed before the visits that point to them: an entry
 * without visits is harmless, and writers never wait for each other's batches here.
 */
export class PageDictionary {
  constructor(
    private readonly pool: pg.Pool,
    private readonly bound = NEW_PAGES_PER_WEBSITE_AND_DAY,
  ) {}

  /** Ids by `pageKey`; a path beyond the bound is missing. */
  async resolve(pages: PageVisit[]): Promise<Map<string, number>> {
    const ids = new Map<string, number>();
    const add = (rows: PageRow[]) => {
      for (const row of rows)
        ids.set(pageKey({ websiteId: row.website_id, path: row.path }), row.page_id);
    };
    add(await this.query('find_pages', FIND_PAGES, [websites(pages), paths(pages)]));
    const unknown = pages.filter((page) => !ids.has(pageKey(page)));
    if (unknown.length > 0) {
      const days = unknown.map((page) => page.day);
      const values = [websites(unknown), paths(unknown), days, this.bound];
      add(await this.query('register_pages', REGISTER_PAGES, values));
    }
    return ids;
  }

  private async query(name: string, text: string, values: unknown[]): Promise<PageRow[]> {
    const { rows } = await this.pool.query<PageRow>({ name, text, values });
    return rows;
  }
}

const websites = (pages: PageVisit[]) => pages.map((page) => page.websiteId);
const paths = (pages: PageVisit[]) => pages.map((page) => page.path);
