import { SIGNS } from './signs.js';
import type { PathFacts } from './path-facts.js';
import type { RefererFacts } from './referer-facts.js';

/** What is known of a request with the agent of a browser. */
export interface RequestFacts {
  /** In upper case. */
  method: string;
  path: string;
  ofPath: PathFacts;
  status: number;
  referer: RefererFacts;
  isOwnReferer: boolean;
  /** As `HTTP/1.1`; null when the log does not say it. */
  protocol: string | null;
  /** The header Sec-Fetch-Mode: empty when the visitor sent none, null when the log does not say it. */
  fetchMode: string | null;
  /** Whether nobody has looked yet: the browser fetched it in case somebody will. */
  isPrefetch: boolean;
  /** Whether it asked for what no site links. */
  isProbe: boolean;
}

/** Stands beside signs: the request was for a page, or for what pages are asked for with. */
export const FOR_A_PAGE = 1 << 30;

const FIRST_ERROR = 400;
const NOT_MODIFIED = 304;
const MALFORMED = 400;

/**
 * Returns the signs of a request, and `FOR_A_PAGE` if it was for one. It is called for every request
 * of a browser, so it makes no object.
 *
 * The signs and their weights were measured on labelled logs: decision 0050.
 */
export function requestSigns(request: RequestFacts): number {
  const { ofPath, status, isProbe, protocol } = request;
  let found = (PROTOCOL_SIGNS.get(protocol) ?? 0) | (isProbe ? SIGNS.probe : 0);
  if (status === NOT_MODIFIED) found |= SIGNS.notModified;
  if (status === MALFORMED) found |= SIGNS.malformed;
  if (request.referer.host !== '') found |= SIGNS.referer;
  if (ofPath.kind === 'icon') return found | SIGNS.icon;
  if (ofPath.kind === 'file') return found | fileSigns(request);
  if (request.method === 'OPTIONS') return found | optionsSign(request);
  return request.isPrefetch ? found : found | pageSigns(request);
}

const PROTOCOL_SIGNS: ReadonlyMap<string | null, number> = new Map([
  ['HTTP/1.0', SIGNS.http10],
  ['HTTP/1.1', SIGNS.http11],
  ['HTTP/2', SIGNS.http2],
  ['HTTP/3', SIGNS.http2],
]);

function fileSigns({ ofPath, status, referer, isOwnReferer }: RequestFacts): number {
  if (status >= FIRST_ERROR) return 0;
  if (isOwnReferer) return SIGNS.ownFile | ofPath.fileSign;
  return referer.host === '' ? SIGNS.bareFile | ofPath.fileSign : 0;
}

function optionsSign({ referer }: RequestFacts): number {
  return referer.host === '' ? SIGNS.oddMethod : SIGNS.preflight;
}

function pageSigns(request: RequestFacts): number {
  const { method, ofPath, status } = request;
  const isGet = method === 'GET';
  let found = methodSigns(request) | refererSign(request);
  if (ofPath.kind === 'robots') found |= SIGNS.robotsFile;
  if (isGet && status < FIRST_ERROR) found |= SIGNS.page | modeSign(request.fetchMode);
  return found & SIGNS.calledBack ? found : found | FOR_A_PAGE;
}

function methodSigns({ method, referer }: RequestFacts): number {
  switch (method) {
    case 'GET':
      return referer.host === '' ? 0 : SIGNS.called;
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return referer.host === '' ? SIGNS.bareWrite : SIGNS.called;
    default:
      return SIGNS.oddMethod;
  }
}

function refererSign({ method, path, ofPath, referer, isOwnReferer }: RequestFacts): number {
  if (!isOwnReferer) return referer.host === '' ? 0 : SIGNS.foreignReferer;
  if (method === 'POST' || ofPath.kind === 'data') return SIGNS.calledBack;
  return referer.path === path ? SIGNS.selfReferer : SIGNS.followedLink;
}

function modeSign(fetchMode: string | null): number {
  if (fetchMode === null) return 0;
  return fetchMode === '' ? SIGNS.withoutMode : SIGNS.withMode;
}
