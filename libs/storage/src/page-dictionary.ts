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

/**
 * Bytes of known pages that one process keeps, about: some 200,000 paths of ordinary length. Paths are
 * up to 2 KiB long and anybody can invent them, so their number alone would be no bound.
 */
const CACHED_BYTES = 32 * 1024 * 1024;
/** What an entry of a Map takes beside the characters of its key, about. */
const ENTRY_BYTES = 100;

const FIND_PAGES = statement('find_pages');
const REGISTER_PAGES = statement('register_pages');

/** The key of a path across websites. */
export function pageKey(page: { websiteId: number; path: string }): string {
  return `${page.websiteId} ${page.path}`;
}

/**
 * Gives paths their ids. Entries are committed before the visits that point to them: an entry
 * without visits is harmless, and writers never wait for each other's batches here.
 *
 * Ids never change and are never reused, so known ones are remembered, and forgotten all at once
 * when they are too many: those that matter come again with the next batch. A path beyond the bound
 * is not remembered, because another day has room for it.
 */
export class PageDictionary {
  private readonly known = new Map<string, number>();
  private knownBytes = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly bound = NEW_PAGES_PER_WEBSITE_AND_DAY,
    private readonly cachedBytes = CACHED_BYTES,
  ) {}

  /** Ids by `pageKey`; a path beyond the bound is missing. */
  async resolve(pages: PageVisit[]): Promise<Map<string, number>> {
    const ids = new Map<string, number>();
    const unknownOf = (some: PageVisit[]) => some.filter((page) => !ids.has(pageKey(page)));
    for (const page of pages) {
      const key = pageKey(page);
      const id = this.known.get(key);
      if (id !== undefined) ids.set(key, id);
    }
    const add = (rows: PageRow[]) => {
      for (const row of rows) {
        const key = pageKey({ websiteId: row.website_id, path: row.path });
        ids.set(key, row.page_id);
        this.remember(key, row.page_id);
      }
    };
    const unseen = unknownOf(pages);
    if (unseen.length > 0) {
      add(await this.query('find_pages', FIND_PAGES, [websites(unseen), paths(unseen)]));
    }
    const unknown = unknownOf(unseen);
    if (unknown.length > 0) {
      const days = unknown.map((page) => page.day);
      const values = [websites(unknown), paths(unknown), days, this.bound];
      add(await this.query('register_pages', REGISTER_PAGES, values));
    }
    return ids;
  }

  private remember(key: string, id: number): void {
    if (this.known.has(key)) return;
    const bytes = key.length + ENTRY_BYTES;
    if (this.knownBytes + bytes > this.cachedBytes) {
      this.known.clear();
      this.knownBytes = 0;
    }
    this.known.set(key, id);
    this.knownBytes += bytes;
  }

  private async query(name: string, text: string, values: unknown[]): Promise<PageRow[]> {
    const { rows } = await this.pool.query<PageRow>({ name, text, values });
    return rows;
  }
}

const websites = (pages: PageVisit[]) => pages.map((page) => page.websiteId);
const paths = (pages: PageVisit[]) => pages.map((page) => page.path);
