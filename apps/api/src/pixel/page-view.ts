import { canonicalHost, type SentLogEntry, parseUrl } from '@app/contracts';
import type { RawQuery } from '../http/asked.js';

/** A view of a page, as its pixel tells it. */
export interface PageView {
  trackingId: string;
  host: string;
  /** Without the query. */
  path: string;
  /** The page that the visitor came from. */
  referer: string | undefined;
}

/** Why a pixel tells no view: its parameters are missing or repeated, or there is no page. */
export type PageViewFault = 'bad_parameters' | 'no_address';

/**
 * Reads the parameters of a pixel. `url` is the address of the page; what it leaves out, such as
 * the host or all of it, is taken from the Referer header, in which browsers name the page.
 */
export function readPageView(
  { tid, url, ref }: RawQuery,
  refererHeader: string | undefined,
): PageView | { fault: PageViewFault } {
  if (typeof tid !== 'string' || Array.isArray(url) || Array.isArray(ref))
    return { fault: 'bad_parameters' };
  const page = addressOf(url, refererHeader);
  if (!page) return { fault: 'no_address' };
  const { hostname, pathname } = page;
  return { trackingId: tid, host: canonicalHost(hostname), path: pathname, referer: ref };
}

function addressOf(url = '', refererHeader = ''): URL | undefined {
  const address = parseUrl(url, parseUrl(refererHeader) ?? undefined);
  return address && /^https?:$/.test(address.protocol) ? address : undefined;
}

/** Tells whether a page of this host belongs to the website with this domain. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Who looks at the page: the client that asks for the pixel. */
export interface Visitor {
  /** As TRUST_PROXY says. */
  address: string;
  userAgent: string | undefined;
  signatureAgent: string | undefined;
}

/** Returns the view as an entry of an access log. A page that shows its pixel was served. */
export function entryOf(
  { host, path, referer }: PageView,
  { address, userAgent = '', signatureAgent }: Visitor,
  time: number,
): SentLogEntry {
  return {
    timestamp: time,
    method: 'GET',
    host,
    path,
    status_code: 200,
    ip: address,
    user_agent: userAgent,
    referer,
    signature_agent: signatureAgent,
  };
}
