import { FIRST_ERROR } from '@app/contracts';
import { SIGNS } from './signs.js';
import type { PathFacts } from './path-facts.js';
import type { LedBy } from './referer-facts.js';

/** What a request wants done. `write` stands for PUT, PATCH and DELETE, `odd` for what no browser sends. */
export type Method = 'get' | 'post' | 'write' | 'options' | 'odd';

/** Whether a request came with the header Sec-Fetch-Mode. */
export type FetchMode = 'sent' | 'missing' | 'unknown';

/**
 * What is known of a request with the agent of a browser. All values are few, and made once of the
 * texts of a batch: to compare texts of requests takes longer than all else.
 */
export interface RequestFacts {
  method: Method;
  ofPath: PathFacts;
  status: number;
  ledBy: LedBy;
  /** 0 when the log does not say the version of HTTP. */
  protocolSign: number;
  fetchMode: FetchMode;
  /** Whether nobody has looked yet: the browser fetched it in case somebody will. */
  isPrefetch: boolean;
  /** Whether it asked for what no site links. */
  isProbe: boolean;
  /** Whether it asked for what scanners ask for, though a website may have it. */
  isLikeProbe: boolean;
}

/**
 * Stands beside signs: the request was for a page, or for what pages are asked for with. It has the bit of
 * the sign `hoster`, which no request shows.
 */
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
  const { ofPath, status } = request;
  let found = request.protocolSign | probeSigns(request);
  if (status === NOT_MODIFIED) found |= SIGNS.notModified;
  if (status === MALFORMED) found |= SIGNS.malformed;
  if (request.ledBy !== 'nothing') found |= SIGNS.referer;
  if (ofPath.kind === 'icon') return found | SIGNS.icon | selfFileSign(request);
  if (ofPath.kind === 'file') return found | fileSigns(request);
  if (request.method === 'options') return found | optionsSign(request);
  return request.isPrefetch ? found : found | pageSigns(request);
}

const METHODS: ReadonlyMap<string, Method> = new Map([
  ['GET', 'get'],
  ['POST', 'post'],
  ['PUT', 'write'],
  ['PATCH', 'write'],
  ['DELETE', 'write'],
  ['OPTIONS', 'options'],
]);

/** Returns what a method, in upper case, wants done. */
export function methodOf(method: string): Method {
  return METHODS.get(method) ?? 'odd';
}

const PROTOCOL_SIGNS: ReadonlyMap<string | null, number> = new Map([
  ['HTTP/1.0', SIGNS.http10],
  ['HTTP/1.1', SIGNS.http11],
  ['HTTP/2', SIGNS.http2],
  ['HTTP/3', SIGNS.http2],
]);

/** Returns the sign of a version such as `HTTP/1.1`, or 0. */
export function protocolSign(protocol: string | null): number {
  return PROTOCOL_SIGNS.get(protocol) ?? 0;
}

/** Tells whether a header came: it is empty when the visitor sent none, null when the log does not say it. */
export function fetchModeOf(header: string | null): FetchMode {
  if (header === null) return 'unknown';
  return header === '' ? 'missing' : 'sent';
}

/** Where a server fails, a website may have what was asked for. */
function probeSigns({ isProbe, isLikeProbe, status }: RequestFacts): number {
  if (!isProbe) return isLikeProbe ? SIGNS.likeProbe : 0;
  if (status >= SERVER_FAILED) return SIGNS.likeProbe;
  return status < FIRST_REDIRECT ? SIGNS.probe | SIGNS.servedProbe : SIGNS.probe;
}

/** Style sheets are left out: browsers have asked for them again, for a fragment that they name. */
function selfFileSign({ ledBy }: RequestFacts): number {
  return ledBy === 'self' ? SIGNS.selfFile : 0;
}

function fileSigns(request: RequestFacts): number {
  const { ofPath, status, ledBy } = request;
  if (ofPath.fileSign === SIGNS.script && selfFileSign(request)) return SIGNS.selfFile;
  if (status >= FIRST_ERROR) return 0;
  // Another host may be a name of the website that nobody has told us.
  return (
    (ledBy === 'website' || ledBy === 'self' ? SIGNS.ownFile : SIGNS.bareFile) | ofPath.fileSign
  );
}

function optionsSign({ ledBy }: RequestFacts): number {
  return ledBy === 'nothing' ? SIGNS.oddMethod : SIGNS.preflight;
}

function pageSigns(request: RequestFacts): number {
  const { method, ofPath, status } = request;
  const isGet = method === 'get';
  let found = methodSigns(request) | refererSign(request);
  if (ofPath.kind === 'robots') found |= SIGNS.robotsFile;
  if (isGet && ofPath.kind === 'document') return found;
  if (isGet && status < FIRST_ERROR) found |= modeSign(request.fetchMode);
  if (isGet && isServed(status)) found |= SIGNS.page;
  return found & SIGNS.calledBack ? found : found | FOR_A_PAGE;
}

/** A redirect has no files to load. */
const isServed = (status: number): boolean => status < FIRST_REDIRECT || status === NOT_MODIFIED;

function methodSigns({ method, ledBy }: RequestFacts): number {
  if (method === 'get') return ledBy === 'nothing' ? 0 : SIGNS.called;
  if (method === 'odd') return SIGNS.oddMethod;
  return ledBy === 'nothing' ? SIGNS.bareWrite : SIGNS.called;
}

function refererSign({ method, ofPath, ledBy }: RequestFacts): number {
  if (ledBy === 'nothing') return 0;
  if (ledBy === 'elsewhere') return SIGNS.foreignReferer;
  if (ofPath.kind === 'data') return SIGNS.calledBack;
  // Any program that guesses passwords sends a form back to its own page.
  if (ledBy === 'self') return SIGNS.selfReferer;
  return method === 'post' ? SIGNS.calledBack : SIGNS.followedLink;
}

function modeSign(mode: FetchMode): number {
  if (mode === 'unknown') return 0;
  return mode === 'missing' ? SIGNS.withoutMode : SIGNS.withMode;
}
