import { parseUrl } from '@app/contracts';
import { type AddressRules, findAddresses } from './find-addresses.js';
import { type NoAnswer, type Opened, openRequest } from './open-request.js';
import type { Pace } from './paced.js';
import { ACCEPTED_ENCODINGS, readBody, type ReadPieces, wholeBody } from './read-body.js';
import { readTarget } from './target.js';

export interface GetOrder {
  url: string;
  /** The header `Accept`. */
  accept: string;
  /** How much of the body is read, decoded. */
  mostBytes: number;
  /** For everything: names, connections, redirects and the body. */
  timeoutMs: number;
  /** Ends everything, too. */
  signal?: AbortSignal | undefined;
}

export interface GetRules extends AddressRules {
  userAgent: string;
  /** The certificates that are trusted; by default those of Node. */
  ca?: string;
  /** After this long, a host that refuses connections by silence is one without a connection. */
  connectMs?: number;
  /** How long the headers of each answer may take, with the connection before them. */
  headersMs?: number;
  /** The least pace of each body. */
  pace?: Pace;
}

/**
 * Why there is no answer. `bad_url`: no address that may be asked. `bad_redirect`: a redirect to such
 * a one, or to none. `not_public`: a host has no address, or a private one. `not_known`: nobody
 * answered who knows its addresses. `no_connection`, `not_trusted`, `no_answer`: see `NoAnswer`.
 * `bad_encoding`: the body is not encoded as it says. `too_slow`: the time is over, or the answer
 * came more slowly than it must. `stopped`: the caller's signal came.
 */
export const GET_FAULTS = [
  'bad_url',
  'bad_redirect',
  'too_many_redirects',
  'not_public',
  'not_known',
  'no_connection',
  'not_trusted',
  'no_answer',
  'bad_encoding',
  'too_slow',
  'stopped',
] as const;
export type GetFault = (typeof GET_FAULTS)[number];

/** The answer at the end of all redirects. */
export interface Answered<Body = Buffer> {
  kind: 'answered';
  status: number;
  /** The header as it came. */
  contentType: string | null;
  /** Decoded; empty unless the status is of success. */
  body: Body;
  /** True when the body goes on where it was not read. */
  isCut: boolean;
}
export type Got<Body = Buffer> = Answered<Body> | { kind: GetFault };

/** RFC 9309, section 2.3.1.2: crawlers should follow at least five. */
export const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CONNECT_MS = 5_000;
/** Some shops make their sitemap when it is asked for. */
const HEADERS_MS = 30_000;
/** The least pace of bodies. A telephone of twenty years ago was faster. */
export const LEAST_PACE: Pace = { graceMs: 10_000, bytesPerSecond: 8 * 1024 };

/** Asks as `getPieces` does, and returns the body as a whole. */
export function get(order: GetOrder, rules: GetRules): Promise<Got> {
  return getPieces(order, rules, wholeBody);
}

/**
 * Asks for what is at an address, and follows at most `MOST_REDIRECTS` redirects to other ones. Each
 * address is read and its host looked up anew, and the connection goes to exactly the addresses that
 * were looked at. It has no cookies, no credentials and no proxy.
 *
 * @param read makes of the body what is returned; it gets no piece unless the status is of success
 */
export async function getPieces<Body>(
  order: GetOrder,
  rules: GetRules,
  read: ReadPieces<Body>,
): Promise<Got<Body>> {
  const { timeoutMs, signal } = order;
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    const got = await follow({ order, rules, read, ending: ending.signal });
    if (got.kind === 'answered' || !ending.signal.aborted) return got;
    return { kind: signal?.aborted ? 'stopped' : 'too_slow' };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

async function follow<Body>(asking: Asking<Body>): Promise<Got<Body>> {
  const { order, rules } = asking;
  let target = readTarget(order.url, rules);
  if (target.kind === 'refused' && target.fault !== 'not_public') return { kind: 'bad_url' };
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (target.kind === 'refused')
      return { kind: target.fault === 'not_public' ? 'not_public' : 'bad_redirect' };
    const got = await ask(target.url, asking);
    if (got.kind !== 'redirected') return got;
    target = readTarget(got.to, rules);
  }
  return { kind: 'too_many_redirects' };
}

interface Asking<Body> {
  order: GetOrder;
  rules: GetRules;
  read: ReadPieces<Body>;
  ending: AbortSignal;
}

async function ask<Body>(
  url: URL,
  asking: Asking<Body>,
): Promise<Got<Body> | { kind: 'redirected'; to: string }> {
  const { order, rules, read, ending } = asking;
  const found = await findAddresses(url, rules, ending);
  if (found.kind !== 'found') return found;
  const opened = await open(url, found.addresses, asking);
  if (opened.kind !== 'opened') return opened;
  const { response, close } = opened;
  const { statusCode: status = 0, headers: answer, socket } = response;
  try {
    if (REDIRECTS.has(status)) return { kind: 'redirected', to: leadsTo(url, answer.location) };
    const contentType = answer['content-type'] ?? null;
    const answered = { kind: 'answered', status, contentType } as const;
    if (status < 200 || status > 299)
      return { ...answered, body: await read(NOTHING), isCut: false };
    const { mostBytes } = order;
    const { pace = LEAST_PACE } = rules;
    const bounds = { mostBytes, pace, wireBytes: () => socket.bytesRead };
    const got = await readBody(response, answer['content-encoding'], bounds, read);
    if (got.kind !== 'read') return { kind: got.kind === 'lost' ? 'no_answer' : got.kind };
    // What was read before the time was over may be a part only.
    if (ending.aborted) return { kind: 'no_answer' };
    return { ...answered, body: got.body, isCut: got.isCut };
  } finally {
    close();
  }
}

const NOTHING: AsyncIterable<Buffer> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

/** Opens a request, whose answer must begin in time. */
async function open(
  url: URL,
  addresses: readonly string[],
  { order, rules, ending }: Omit<Asking<unknown>, 'read'>,
): Promise<Opened | NoAnswer | { kind: 'too_slow' }> {
  const headers = {
    'user-agent': rules.userAgent,
    accept: order.accept,
    'accept-encoding': ACCEPTED_ENCODINGS,
  };
  const { ca, connectMs = CONNECT_MS, headersMs = HEADERS_MS } = rules;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), headersMs);
  const request = { method: 'GET', url, addresses, headers, ca, connectMs } as const;
  const opened = await openRequest(request, AbortSignal.any([ending, late.signal]));
  clearTimeout(timer);
  return late.signal.aborted && opened.kind !== 'opened' ? { kind: 'too_slow' } : opened;
}

/** Returns where a redirect leads, or nothing that is an address. What follows a # is not sent. */
function leadsTo(from: URL, location: string | undefined): string {
  // Node reads headers as Latin-1, and servers write UTF-8.
  const text = Buffer.from(location ?? '', 'latin1').toString('utf8');
  const to = text === '' ? null : parseUrl(text, from);
  if (to === null) return '';
  to.hash = '';
  return to.href;
}
