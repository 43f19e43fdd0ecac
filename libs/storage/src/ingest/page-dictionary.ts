import { groupCalls } from '@app/group-calls';
import type pg from 'pg';
import { mayBeOneCall } from '../database/database-error.js';
import { statement } from '../database/statement.js';
import { numberArray, textArray } from './array-literals.js';

/** A path of a website. */
interface Page {
  websiteId: number;
  path: string;
}

/** A visit to a page. */
export interface PageVisit extends Page {
  /** Epoch milliseconds UTC. */
  time: number;
}

interface PageRow {
  website_id: number;
  path: string;
  page_id: number;
}

/**
 * Distinct new paths per website and day. Visits to paths beyond this bound count only in totals.
 */
export const NEW_PAGES_PER_WEBSITE_AND_DAY = 50_000;

/**
 * Roughly how many bytes of known pages one process keeps: some 200,000 paths of ordinary length.
 * Paths can be 2 KiB long and anybody can invent them, so a bound on their number alone would not
 * be enough.
 */
const CACHED_BYTES = 32 * 1024 * 1024;
/** Roughly what an entry of a Map takes in addition to the characters of its key. */
const ENTRY_BYTES = 100;

/** How many unknown pages are looked up at once. */
const MOST_PAGES = 2_000;

const FIND_PAGES = statement('ingest/find_pages');
const REGISTER_PAGES = statement('ingest/register_pages');

export interface PageDictionaryOptions {
  /** Distinct new paths per website and day. */
  bound?: number;
  /** What is known already, which several dictionaries may share. */
  known?: KnownPages;
}

/**
 * Gives paths their ids. An id is committed before the visits that use it. An id without visits
 * does no harm, and writers never wait for each other's batches here. A path beyond the bound is
 * not remembered, because there is room for it on another day.
 */
export class PageDictionary {
  private readonly known: KnownPages;
  private readonly bound: number;
  /** Looks up the pages of several batches at once. Each batch gets the answers for all of them. */
  private readonly lookUp: (unknown: PageVisit[]) => Promise<PageIds>;

  constructor(
    private readonly pool: pg.Pool,
    { bound = NEW_PAGES_PER_WEBSITE_AND_DAY, known = new KnownPages() }: PageDictionaryOptions = {},
  ) {
    this.bound = bound;
    this.known = known;
    const lookUpAll = async (batches: PageVisit[][]) => {
      const ids = await this.findOrRegister(firstVisits(batches.flat()));
      return batches.map(() => ids);
    };
    this.lookUp = groupCalls(lookUpAll, {
      most: MOST_PAGES,
      weigh: (pages) => pages.length,
      halveAfter: mayBeOneCall,
    });
  }

  /**
   * Returns the page id for each visit, in the same order, and null for a path beyond the bound.
   */
  async resolve(visits: readonly PageVisit[]): Promise<(number | null)[]> {
    const ids = visits.map((visit) => this.known.get(visit) ?? null);
    const unknown = visits.filter((_, place) => ids[place] === null);
    if (unknown.length === 0) return ids;
    const found = await this.lookUp(firstVisits(unknown));
    return ids.map((id, place) => id ?? found.get(visits[place] as PageVisit) ?? null);
  }

  private async findOrRegister(pages: PageVisit[]): Promise<PageIds> {
    const ids = new PageIds();
    const add = (rows: PageRow[]) => {
      for (const { website_id: websiteId, path, page_id: id } of rows) {
        ids.set({ websiteId, path }, id);
        this.known.remember({ websiteId, path }, id);
      }
    };
    add(await this.query('find_pages', FIND_PAGES, [websites(pages), paths(pages)]));
    const unknown = pages.filter((page) => ids.get(page) === undefined);
    if (unknown.length > 0) {
      const values = [websites(unknown), paths(unknown), unknown.map(dayOf), this.bound];
      add(await this.query('register_pages', REGISTER_PAGES, values));
    }
    return ids;
  }

  private async query(name: string, text: string, values: unknown[]): Promise<PageRow[]> {
    const { rows } = await this.pool.query<PageRow>({ name, text, values });
    return rows;
  }
}

/**
 * Remembers pages. Ids never change and are never used again. When there are too many, all are
 * forgotten at once: the important ones come again with the next batch.
 */
export class KnownPages {
  private readonly ids = new PageIds();
  private bytes = 0;

  constructor(private readonly mostBytes = CACHED_BYTES) {}

  get(page: Page): number | undefined {
    return this.ids.get(page);
  }

  remember(page: Page, id: number): void {
    if (this.get(page) !== undefined) return;
    const bytes = page.path.length + ENTRY_BYTES;
    if (this.bytes + bytes > this.mostBytes) {
      this.ids.clear();
      this.bytes = 0;
    }
    this.ids.set(page, id);
    this.bytes += bytes;
  }
}

const websites = (pages: PageVisit[]) => numberArray(pages, ({ websiteId }) => websiteId);
const paths = (pages: PageVisit[]) => textArray(pages, ({ path }) => path);
/** Returns the UTC day as `YYYY-MM-DD`. */
const dayOf = ({ time }: PageVisit) => new Date(time).toISOString().slice(0, 10);

/** Returns the first visit to each page. */
function firstVisits(visits: PageVisit[]): PageVisit[] {
  const places = new PageIds();
  return visits.filter((visit, place) => {
    if (places.get(visit) !== undefined) return false;
    places.set(visit, place);
    return true;
  });
}

/**
 * Stores a number for each page, by website and then by path. A key that joins the two would cost
 * more than the look-up.
 */
class PageIds {
  private readonly byWebsite = new Map<number, Map<string, number>>();

  get({ websiteId, path }: Page): number | undefined {
    return this.byWebsite.get(websiteId)?.get(path);
  }

  set({ websiteId, path }: Page, id: number): void {
    const paths = this.byWebsite.get(websiteId);
    if (paths) paths.set(path, id);
    else this.byWebsite.set(websiteId, new Map([[path, id]]));
  }

  clear(): void {
    this.byWebsite.clear();
  }
}
