/**
 * Sitemaps: which pages a website says that it has.
 *
 * `readSitemap` makes addresses of the bytes of a file, and `SitemapPages` makes of addresses the
 * paths under which visits are counted. This library does no input or output.
 *
 * Source: https://www.sitemaps.org/protocol.html
 */
export { MOST_FILE_BYTES, readSitemap } from './read-sitemap.js';
export { MOST_ADDRESSES } from './sitemap-file.js';
export type { ReadSitemap, SitemapFault, SitemapFile, SitemapFaultReason } from './sitemap-file.js';
export { MOST_PAGES, SitemapPages } from './sitemap-pages.js';
export type { LeftOut, PagesOfSitemap } from './sitemap-pages.js';
