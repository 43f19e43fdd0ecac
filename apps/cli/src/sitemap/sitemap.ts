import { readFile, stat } from 'node:fs/promises';
import type { Sitemap } from '@app/contracts';
import { loadConfig } from '@app/config';
import { fetchRulesOf, judgeFetchUrl } from '@app/guarded-http';
import { MOST_FILE_BYTES, readSitemap, SitemapPages } from '@app/sitemaps';
import { Accounts, sitemapDocument, Sitemaps, WebsiteFetches, type WebsiteRow } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { type Pool, withDatabase } from '../program/database.js';
import { CommandError, UsageError } from '../program/failure.js';
import { fetchInWords } from '../program/fetch-in-words.js';
import { requireWebsite } from '../websites/websites.js';

export interface OfWebsite {
  website: string;
}

export interface FetchOptions extends OfWebsite {
  url?: string;
  off?: boolean;
}

/**
 * Gives the sitemaps of a website.
 *
 * @throws CommandError when a file cannot be read or is no sitemap, or the website is not there
 */
export async function setSitemap(
  dependencies: Dependencies,
  files: readonly string[],
  { website }: OfWebsite,
): Promise<Answer> {
  return onWebsite(dependencies, website, async (found, { sitemaps, fetches, state }) => {
    const below = await sitemaps.domainsBelow(found.account_id, found.domain);
    const pages = new SitemapPages(found.domain, below);
    for (const file of files) await takeFile(file, pages);
    const order = { ...pages.result(), files: files.length, source: 'given' as const };
    await fetches.switchOff(found.id, 'sitemap');
    if (!(await sitemaps.keep(found.id, { ...order, now: new Date() })))
      throw new CommandError(`Website ${website} was deleted in the meantime.`);
    const document = await state();
    return { document, text: `${pagesOf(document, found.domain)}\n${seeCoverage(website)}` };
  });
}

/** @throws CommandError when there is no such website; UsageError for an address of no use */
export async function fetchSitemap(
  dependencies: Dependencies,
  { website, url, off = false }: FetchOptions,
): Promise<Answer> {
  if (off && url !== undefined) throw new UsageError('Give --url or --off, and not both.');
  const address = url === undefined ? null : await judged(dependencies, url);
  return onWebsite(dependencies, website, async (found, { fetches, state }) => {
    if (off) await fetches.switchOff(found.id, 'sitemap');
    else await fetches.switchOn(found.id, 'sitemap', address);
    return {
      document: await state(),
      text: off
        ? `The sitemap of ${found.domain} is fetched no more. Its pages stay.`
        : `A worker fetches ${address ?? `the sitemap of ${found.domain}`} within a minute, and then every day. See what came with \`${BOTGAUGE} sitemap show --website ${website}\`.`,
    };
  });
}

/** @throws CommandError when there is no such website */
export async function showSitemap(
  dependencies: Dependencies,
  { website }: OfWebsite,
): Promise<Answer> {
  return onWebsite(dependencies, website, async ({ domain }, { state }) => {
    const document = await state();
    return { document, text: `${pagesOf(document, domain)}\n${fetchOf(document, website)}` };
  });
}

/** @throws CommandError when there is no such website */
export async function removeSitemap(
  dependencies: Dependencies,
  { website }: OfWebsite,
): Promise<Answer> {
  return onWebsite(dependencies, website, async (found, { sitemaps, fetches, state }) => {
    await fetches.switchOff(found.id, 'sitemap');
    await sitemaps.remove(found.id);
    return {
      document: await state(),
      text: `The sitemap of ${found.domain} is forgotten. Coverage is told of the pages that people read.`,
    };
  });
}

interface Stores {
  sitemaps: Sitemaps;
  fetches: WebsiteFetches;
  state: () => Promise<Sitemap>;
}

function onWebsite(
  dependencies: Dependencies,
  id: string,
  work: (website: WebsiteRow, stores: Stores) => Promise<Answer>,
): Promise<Answer> {
  return withDatabase(dependencies, async (pool: Pool) => {
    const website = await requireWebsite(new Accounts(pool), id);
    const [sitemaps, fetches] = [new Sitemaps(pool), new WebsiteFetches(pool)];
    const state = async () => {
      // Pages are written before what came of the fetch: whoever reads `fetched` reads them, too.
      const fetch = await fetches.find(website.id, 'sitemap');
      return sitemapDocument(await sitemaps.find(website.id), fetch);
    };
    return work(website, { sitemaps, fetches, state });
  });
}

/** @throws UsageError for an address that no worker would fetch */
async function judged({ env }: Dependencies, url: string): Promise<string> {
  const verdict = await judgeFetchUrl(url, fetchRulesOf(loadConfig(env)));
  if (verdict.kind === 'accepted') return verdict.url;
  throw new UsageError(`--url ${verdict.fault}.`);
}

/** @throws CommandError when it cannot be read, or lists no pages */
async function takeFile(file: string, pages: SitemapPages): Promise<void> {
  const read = await readSitemap(await bytesOf(file), { take: (address) => pages.take(address) });
  if (read.kind === 'pages') {
    pages.countBeyond(read.beyond);
    return;
  }
  throw new CommandError(
    read.kind === 'fault'
      ? `${file}: ${read.message}`
      : `${file} is an index of sitemaps. Give the files that it lists, or let them be fetched with \`${BOTGAUGE} sitemap fetch\`.`,
  );
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    // A larger one is refused anyway, and need not be read for it.
    if ((await stat(file)).size > MOST_FILE_BYTES)
      throw new Error('it has more than 50 MiB; divide it into several sitemaps');
    return await readFile(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

const REASONS: Record<keyof Sitemap['left_out'], string> = {
  other_hosts: 'of other websites',
  no_addresses: 'that are no address',
  too_long: 'with more characters than may be',
  beyond_bound: 'beyond 50,000 pages or 8 MiB of paths',
  files: 'files that were not read',
};

const CUT =
  ' So these pages are the beginning of the sitemap: give one with the pages that matter most.';

function pagesOf(sitemap: Sitemap, domain: string): string {
  const { source, pages, addresses, noted_at, left_out } = sitemap;
  if (source === null)
    return `No sitemap of ${domain} is known. Coverage is told of the pages that people read.`;
  const left = (Object.keys(REASONS) as (keyof typeof REASONS)[])
    .filter((reason) => left_out[reason] > 0)
    .map((reason) => `${left_out[reason]} ${REASONS[reason]}`);
  const without = left.length > 0 ? ` Left out: ${left.join(', ')}.` : '';
  const cut = left_out.beyond_bound + left_out.files > 0 ? CUT : '';
  return `${domain} has ${pages} pages by ${addresses} addresses (${source}, ${noted_at}).${without}${cut}`;
}

function fetchOf({ fetch }: Sitemap, website: string): string {
  if (!fetch)
    return `It is not fetched; switch that on with \`${BOTGAUGE} sitemap fetch --website ${website}\`.`;
  return fetchInWords(fetch);
}

const seeCoverage = (website: string) =>
  `See which of them AI bots read on the page, or with GET /api/v1/websites/${website}/coverage.`;
