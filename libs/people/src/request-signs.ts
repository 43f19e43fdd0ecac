import { FIRST_ERROR } from '@app/contracts';
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
  /** Whether it asked for what scanners ask for, though a website may have it. */
  isLikeProbe: boolean;
}

/** Stands beside signs: the request was for a page, or for what pages are asked for with. */
export const FOR_A_PAGE = 1 << 31;

const FIRST_REDIRECT = 300;
const SERVER_FAILED = 500;
const NOT_MODIFIED = 304;
const MALFORMED = 400;

/**
 * Returns the signs of a request, and `FOR_A_PAGE` if it was for one. It is called for every request
 * of a browser, so it makes no object.
 *
 * The signs and their weights were measured on labelled logs: decision 0050.
 */
export function requestSigns(request: RequestFacts): number {
  const { ofPath, status, protocol } = request;
  let found = (PROTOCOL_SIGNS.get(protocol) ?? 0) | probeSigns(request);
  if (status === NOT_MODIFIED) found |= SIGNS.notModified;
  if (status === MALFORMED) found |= SIGNS.malformed;
  if (request.referer.host !== '') found |= SIGNS.referer;
  if (ofPath.kind === 'icon') return found | SIGNS.icon | selfFileSign(request);
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

/** Where a server fails, a website may have what was asked for. */
function probeSigns({ isProbe, isLikeProbe, status }: RequestFacts): number {
  if (!isProbe) return isLikeProbe ? SIGNS.likeProbe : 0;
  if (status >= SERVER_FAILED) return SIGNS.likeProbe;
  return status < FIRST_REDIRECT ? SIGNS.probe | SIGNS.servedProbe : SIGNS.probe;
}

/** Style sheets are left out: browsers have asked for them again, for a fragment that they name. */
function selfFileSign({ path, referer, isOwnReferer }: RequestFacts): number {
  return isOwnReferer && referer.path === path ? SIGNS.selfFile : 0;
}

function fileSigns(request: RequestFacts): number {
  const { ofPath, status, isOwnReferer } = request;
  if (ofPath.fileSign === SIGNS.script && selfFileSign(request)) return SIGNS.selfFile;
  if (status >= FIRST_ERROR) return 0;
  // Another host may be a name of the website that nobody has told us.
  return (isOwnReferer ? SIGNS.ownFile : SIGNS.bareFile) | ofPath.fileSign;
}

function optionsSign({ referer }: RequestFacts): number {
  return referer.host === '' ? SIGNS.oddMethod : SIGNS.preflight;
}

function pageSigns(request: RequestFacts): number {
  const { method, ofPath, status } = request;
  const isGet = method === 'GET';
  let found = methodSigns(request) | refererSign(request);
  if (ofPath.kind === 'robots') found |= SIGNS.robotsFile;
  if (isGet && ofPath.kind === 'document') return found;
  if (isGet && status < FIRST_ERROR) found |= modeSign(request.fetchMode);
  if (isGet && isServed(status)) found |= SIGNS.page;
  return found & SIGNS.calledBack ? found : found | FOR_A_PAGE;
}

/** A redirect has no files to load. */
const isServed = (status: number): boolean => status < FIRST_REDIRECT || status === NOT_MODIFIED;

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
  if (ofPath.kind === 'data') return SIGNS.calledBack;
  // Any program that guesses passwords sends a form back to its own page.
  if (referer.path === path) return SIGNS.selfReferer;
  return method === 'POST' ? SIGNS.calledBack : SIGNS.followedLink;
}

function modeSign(fetchMode: string | null): number {
  if (fetchMode === null) return 0;
  return fetchMode === '' ? SIGNS.withoutMode : SIGNS.withMode;
}
