import { crc32 } from 'node:zlib';
import { signs } from './signs.js';

/** What a path says about a request, whoever asks. */
export interface PathFacts {
  /**
   * `data`: what pages call for, and readers do not. `document`: what is opened or kept by itself, and
   * consists of no files.
   */
  kind: 'page' | 'file' | 'icon' | 'data' | 'document' | 'robots';
  /** The sign of the kind of file; 0 for others. */
  fileSign: number;
  /**
   * One of 63 groups of paths, from 0. So few that a visitor's paths fit into one number, and enough
   * to tell one page from many.
   */
  group: number;
}

/** How many groups of paths there are. */
export const PATH_GROUPS = 63;

const LONGEST_EXTENSION = 12;
const ICON =
  /^\/(?:favicon[^/]*|apple-touch-icon[^/]*|browserconfig\.xml|mstile[^/]*|android-chrome[^/]*|site\.webmanifest|manifest\.json)$/i;
/** What such a path begins with, behind its only slash: nearly no other path is looked at. */
const BEGINS_OF_ICONS = new Set('fFaAbBmMsS');
const ROBOTS: ReadonlySet<string> = new Set([
  '/robots.txt',
  '/sitemap.xml',
  '/ads.txt',
  '/llms.txt',
]);
/** What programs call on any website with WordPress, at whatever path it is. */
const XML_RPC = '/xmlrpc.php';
const API = '/api/';

/** Files that a page consists of, by the extension of their path. */
const FILE_SIGNS: ReadonlyMap<string, number> = new Map([
  ...each(['css'], signs('style')),
  ...each(['js', 'mjs'], signs('script')),
  ...each(['png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif'], signs('picture')),
  ...each(['woff', 'woff2', 'ttf', 'otf'], signs('font')),
  ...each(['ico', 'eot', 'map', 'mp4', 'webm', 'mp3', 'webmanifest'], 0),
]);

/** Documents and archives, by the extension of their path. */
const DOCUMENTS: ReadonlySet<string> = new Set(
  'pdf doc docx odt xls xlsx ods ppt pptx odp epub zip gz rar 7z exe msi dmg apk'.split(' '),
);

/** Returns what a path, without its query, says. */
export function pathFacts(path: string): PathFacts {
  const extension = extensionOf(path);
  const fileSign = FILE_SIGNS.get(extension);
  const group = crc32(path) % PATH_GROUPS;
  if (mayBeIcon(path) && ICON.test(path)) return { kind: 'icon', fileSign: 0, group };
  if (fileSign !== undefined) return { kind: 'file', fileSign, group };
  if (extension === 'json' || path.startsWith(API)) return { kind: 'data', fileSign: 0, group };
  if (DOCUMENTS.has(extension)) return { kind: 'document', fileSign: 0, group };
  const isForPrograms = ROBOTS.has(path) || path.endsWith(XML_RPC);
  return { kind: isForPrograms ? 'robots' : 'page', fileSign: 0, group };
}

function mayBeIcon(path: string): boolean {
  return path.lastIndexOf('/') === 0 && BEGINS_OF_ICONS.has(path[1] ?? '');
}

/** Returns the extension of the last part of a path in lower case, or an empty text. */
function extensionOf(path: string): string {
  const point = path.lastIndexOf('.');
  if (point === -1 || path.length - point - 1 > LONGEST_EXTENSION) return '';
  return path.slice(point + 1).toLowerCase();
}

function each(extensions: readonly string[], sign: number): [string, number][] {
  return extensions.map((extension) => [extension, sign]);
}
