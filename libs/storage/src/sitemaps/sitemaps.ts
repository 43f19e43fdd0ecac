import type { Sitemap } from '@app/contracts';
import type pg from 'pg';
import { inTransaction } from '../database/in-transaction.js';
import { statement } from '../database/statement.js';

export type SitemapSource = 'given' | 'fetched';

/** How many addresses of sitemaps are no pages of the website, by reason. */
export type LeftOutOfSitemap = Sitemap['left_out'];

/** The pages that the sitemaps of a website list. */
export interface NewSitemap {
  /** Each path once, in the form in which visits have it. */
  paths: readonly string[];
  source: SitemapSource;
  now: Date;
  /** How many files and addresses they come from. */
  files: number;
  addresses: number;
  leftOut: LeftOutOfSitemap;
}

export interface SitemapRow {
  source: SitemapSource;
  noted_at: Date;
  pages: number;
  files: number;
  addresses: number;
  /** What was written before files were counted says nothing of them. */
  left_out: Omit<LeftOutOfSitemap, 'files'> & Partial<Pick<LeftOutOfSitemap, 'files'>>;
}

const LOCK_WEBSITE = statement('sitemaps/lock_website');
const KEEP = statement('sitemaps/keep_sitemap');
const APPEND = statement('sitemaps/append_pages');
const SQL = {
  find_sitemap: statement('sitemaps/find_sitemap'),
  remove_sitemap: statement('sitemaps/remove_sitemap'),
  domains_below: statement('sitemaps/domains_below'),
};

/** So many bytes of paths are sent at once: a statement takes several times as much in memory. */
const SLICE_BYTES = 1024 * 1024;

/** The pages that websites say that they have. */
export class Sitemaps {
  constructor(private readonly pool: pg.Pool) {}

  /** Keeps these pages instead of those before. Returns false when the website is gone. */
  async keep(
    websiteId: number,
    { paths, source, now, files, addresses, leftOut }: NewSitemap,
  ): Promise<boolean> {
    const counts = [files, addresses, JSON.stringify(leftOut)];
    const [first = [], ...others] = slicesOf(paths);
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query(LOCK_WEBSITE, [websiteId]);
      if (rows.length === 0) return false;
      await client.query(KEEP, [websiteId, first, source, now, ...counts]);
      for (const more of others) await client.query(APPEND, [websiteId, more]);
      return true;
    });
  }

  async find(websiteId: number): Promise<SitemapRow | undefined> {
    return (await this.rows<SitemapRow>('find_sitemap', [websiteId]))[0];
  }

  /** Returns false when there are none. */
  async remove(websiteId: number): Promise<boolean> {
    return (await this.rows('remove_sitemap', [websiteId])).length > 0;
  }

  /** Returns the domains below a domain that are websites of their own in an account. */
  async domainsBelow(accountId: number, domain: string): Promise<string[]> {
    const rows = await this.rows<{ domain: string }>('domains_below', [accountId, domain]);
    return rows.map((row) => row.domain);
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    const query = { name: `sitemaps_${name}`, text: SQL[name], values };
    return (await this.pool.query<Row>(query)).rows;
  }
}

/** Divides paths into slices of at most `SLICE_BYTES`, or of one path. */
function slicesOf(paths: readonly string[]): string[][] {
  const slices: string[][] = [];
  let left = 0;
  for (const path of paths) {
    left -= Buffer.byteLength(path);
    if (left < 0 || slices.length === 0) {
      slices.push([]);
      left = SLICE_BYTES - Buffer.byteLength(path);
    }
    slices.at(-1)?.push(path);
  }
  return slices;
}
