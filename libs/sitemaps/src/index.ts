/**
 * Sitemaps: which pages a website says that it has.
 *
 * `readSitemap` makes addresses of the bytes of a file, and `SitemapPages` makes of addresses the
 * paths under which visits are counted. What is kept on the way is bounded, whatever the file has.
 * This library does no input or output.
 *
 * Source: https://www.sitemaps.org/protocol.html
 */
export { MOST_FILE_BYTES } from './bytes-of-file.js';
export { readSitemap } from './read-sitemap.js';
export type { SitemapReading } from './read-sitemap.js';
export { MOST_ADDRESSES } from './sitemap-file.js';
export type {
  ReadSitemap,
  Rest,
  SitemapFault,
  SitemapFaultReason,
  SitemapFile,
  TakePage,
} from './sitemap-file.js';
export { MOST_PAGES, MOST_PATH_BYTES, SitemapPages } from './sitemap-pages.js';
export { takeAddresses } from './take-addresses.js';
export type { LeftOut, PagesOfSitemap } from './sitemap-pages.js';
