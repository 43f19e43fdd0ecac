/**
 * What single requests of a visitor show, each as one bit of a number. A visitor has the signs of all
 * of his requests together, so no sign needs to know what came before or after.
 */
const NAMES = [
  /** A page was asked for and served. */
  'page',
  /** A file was served to a page of the website: its referer says so. */
  'ownFile',
  /** A file was served, and the request named no page of the website: no referer, or another host. */
  'bareFile',
  'style',
  'script',
  'picture',
  'font',
  /** The icon of the website. */
  'icon',
  /** An OPTIONS with a referer: only browsers ask for permission to call (CORS). */
  'preflight',
  /** A request for no file, with a referer. */
  'called',
  /** Data was called for by a page of the website. */
  'calledBack',
  /** The answer was 304: something was in the cache of the visitor. */
  'notModified',
  /** Another page of the website led to this one. */
  'followedLink',
  /** Another website led to this one. */
  'foreignReferer',
  /** The page named itself as the one that led to it. */
  'selfReferer',
  /** What only programs ask for, such as robots.txt. */
  'robotsFile',
  /** A method that no browser uses by itself. */
  'oddMethod',
  /** POST, PUT, PATCH or DELETE without a referer. */
  'bareWrite',
  /** What no site links was asked for. */
  'probe',
  /** What no site links was asked for, and the server gave it: a server that gives everything does. */
  'servedProbe',
  /**
   * What scanners ask for, and people of websites that have it: the server gave it, or it failed itself,
   * and nothing led there.
   */
  'likeProbe',
  /** The server found the request malformed: 400. */
  'malformed',
  'http10',
  'http11',
  /** HTTP/2 or HTTP/3. */
  'http2',
  /** A page was asked for with the header Sec-Fetch-Mode. */
  'withMode',
  /** A page was asked for without it, and the log would say so. */
  'withoutMode',
  /** Any referer: without one in a whole day, the log has none. */
  'referer',
  /** No browser has ever sent this agent. */
  'impossibleAgent',
  /** A browser that shows text only, and so loads no file. */
  'textBrowser',
  /** An icon or a script named itself as what led to it. */
  'selfFile',
  /** The address is in a list of hosters' networks. No request shows it: it is known of the visitor. */
  'hoster',
] as const;
export type Sign = (typeof NAMES)[number];

/** The bit of each sign; all fit into a number of 32 bits, and the last one makes it negative. */
export const SIGNS = Object.fromEntries(NAMES.map((name, at) => [name, 1 << at])) as Readonly<
  Record<Sign, number>
>;

/** Returns the bits of some signs. */
export function signs(...names: Sign[]): number {
  return names.reduce((bits, name) => bits | SIGNS[name], 0);
}

/** The kinds of files that pages consist of. */
export const FILE_KINDS = signs('style', 'script', 'picture', 'font');

/** Tells whether some of these bits are set. */
export const hasAny = (own: number, some: number): boolean => (own & some) !== 0;
/** Tells whether all of these bits are set. */
export const hasAll = (own: number, all: number): boolean => (own & all) === all;
