/** The parts of a referer that matter. */
export interface RefererFacts {
  /** In lower case, without `www.`; empty when there is no referer, or none of the web. */
  host: string;
  /** Without query and fragment. */
  path: string;
}

export const NO_REFERER: RefererFacts = { host: '', path: '' };

const REFERER = /^https?:\/\/([^/:?#]+)[^/?#]*([^?#]*)/i;

export function refererFacts(referer: string | null): RefererFacts {
  const [, host = '', path = ''] = REFERER.exec(referer ?? '') ?? [];
  return host === '' ? NO_REFERER : { host: withoutWww(host.toLowerCase()), path: path || '/' };
}

/** Websites have the same pages with `www.` and without it. */
export function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice('www.'.length) : host;
}

/**
 * Tells whether a referer is a page of the website that a request was for.
 *
 * @param host of the request, in lower case; empty when the log does not say it
 * @param domain of the website
 */
export function isOwnReferer({ host: from }: RefererFacts, host: string, domain: string): boolean {
  if (from === '') return false;
  return from === withoutWww(host) || from === withoutWww(domain) || from.endsWith(`.${domain}`);
}

/** What led to a request. `self`: the same path of the website. */
export type LedBy = 'nothing' | 'elsewhere' | 'website' | 'self';

/**
 * Returns what led to a request.
 *
 * @param isOwn whether the referer is a page of the website
 * @param path that was requested
 */
export function ledBy(referer: RefererFacts, isOwn: boolean, path: string): LedBy {
  if (referer.host === '') return 'nothing';
  if (!isOwn) return 'elsewhere';
  return referer.path === path ? 'self' : 'website';
}
