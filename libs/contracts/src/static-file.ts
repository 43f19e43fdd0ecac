import { FIRST_ERROR } from './first-error.js';

/**
 * Extensions of the files that a browser loads for a page. Documents that people and bots ask for
 * by themselves, such as PDF, XML, JSON and text, are not among them.
 */
export const STATIC_FILE_EXTENSIONS: readonly string[] = [
  ...['css', 'js', 'mjs', 'map', 'wasm', 'webmanifest'],
  ...['png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif', 'ico', 'bmp', 'tif', 'tiff'],
  ...['woff', 'woff2', 'ttf', 'otf', 'eot'],
  ...['mp3', 'm4a', 'ogg', 'oga', 'wav', 'mp4', 'm4v', 'webm', 'mov'],
];

/** Content types of such files. With `/*` at its end, a type stands for all of its kind. */
export const STATIC_CONTENT_TYPES: readonly string[] = [
  ...['image/*', 'font/*', 'audio/*', 'video/*', 'text/css'],
  ...['text/javascript', 'application/javascript', 'application/x-javascript'],
  ...['application/wasm', 'application/manifest+json'],
];

/** What is known of a request and its answer. */
export interface RequestedFile {
  /** Without its query. */
  path: string;
  statusCode: number;
  /** Of the answer, with or without parameters; undefined when the log does not say it. */
  contentType: string | undefined;
}

export type StaticFileTest = (file: RequestedFile) => boolean;

const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];
const LONGEST_EXTENSION = 12;
const POINT = 0x2e;
const EXTENSION = /^[0-9a-z]+$/i;

/**
 * Returns a function that tells whether a request was for a static file instead of a page: by the
 * extension of its path or by the type of the answer. An answer in HTML is a page, whatever its
 * path is, unless it is an error: for a missing picture many servers send a page that says so.
 */
export function createStaticFileTest(
  extensions: readonly string[] = STATIC_FILE_EXTENSIONS,
  contentTypes: readonly string[] = STATIC_CONTENT_TYPES,
): StaticFileTest {
  const byExtension = new Set(extensions);
  const byType = new Set(contentTypes);
  return ({ path, statusCode, contentType }) => {
    if (contentType !== undefined) {
      const type = essenceOf(contentType);
      if (statusCode < FIRST_ERROR && PAGE_TYPES.includes(type)) return false;
      if (type !== '' && (byType.has(type) || byType.has(kindOf(type)))) return true;
    }
    const point = pointOf(path);
    if (point === -1) return false;
    const extension = path.slice(point + 1);
    return byExtension.has(extension.toLowerCase()) && EXTENSION.test(extension);
  };
}

/**
 * Returns the place of the last point, or -1 when what follows is too long for an extension. It
 * looks at no more, because most paths have no point at all.
 */
function pointOf(path: string): number {
  const least = Math.max(0, path.length - LONGEST_EXTENSION - 1);
  for (let at = path.length - 1; at >= least; at--) if (path.charCodeAt(at) === POINT) return at;
  return -1;
}

/** Some logs escape the space behind the semicolon, and with it the semicolon. */
function essenceOf(contentType: string): string {
  return (/^[^;%\s]*/.exec(contentType)?.[0] ?? '').toLowerCase();
}

function kindOf(type: string): string {
  return `${type.slice(0, type.indexOf('/') + 1)}*`;
}
