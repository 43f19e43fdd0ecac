import { STATIC_FILE_EXTENSIONS } from './static-file.js';

/** Files that only programs ask for. Not llms.txt: its readers are what people look for. */
const FILES_FOR_PROGRAMS = [
  ...['robots.txt', 'ads.txt', 'app-ads.txt', 'humans.txt', 'security.txt', 'sellers.json'],
  ...['manifest.json', 'browserconfig.xml', 'crossdomain.xml', 'opensearch.xml'],
];
/** Folders of such files. `cdn-cgi` is where a CDN keeps its own scripts. */
const FOLDERS_FOR_PROGRAMS = ['.well-known', 'cdn-cgi'];

/** Extensions of files that are no content, whatever they are called. */
export const NO_CONTENT_EXTENSIONS = [...STATIC_FILE_EXTENSIONS, 'rss', 'atom', 'rdf'];

const oneOf = (texts: readonly string[]) => texts.join('|').replaceAll('.', String.raw`\.`);

/**
 * A regular expression that matches the paths that are no content, in upper and lower case: static
 * files, robots.txt and files like it, sitemaps and feeds. JavaScript and PostgreSQL read it alike.
 */
export const NO_CONTENT = [
  String.raw`\.(${oneOf(NO_CONTENT_EXTENSIONS)})$`,
  `/(${oneOf(FILES_FOR_PROGRAMS)})$`,
  `^/(${oneOf(FOLDERS_FOR_PROGRAMS)})/`,
  String.raw`sitemap[^/]*\.(xml|txt)(\.gz)?$`,
  // Many generators of websites write their feed as index.xml.
  String.raw`/((feed|rss|atom)(/*|\.xml|\.json)|index\.xml)$`,
].join('|');
