import { parseUrl } from '@app/contracts';
import { type AddressRules, findAddresses } from './find-addresses.js';
import { openRequest } from './open-request.js';
import { ACCEPTED_ENCODINGS, readBody } from './read-body.js';
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
}

/**
 * Why there is no answer. `bad_url`: no address that may be asked. `bad_redirect`: a redirect to such
 * a one, or to none. `not_public`: a host has no address, or a private one. `not_known`: nobody
 * answered who knows its addresses. `no_connection`, `not_trusted`, `no_answer`: see `NoAnswer`.
 * `bad_encoding`: the body is not encoded as it says. `too_slow`: the time is over. `stopped`: the
 * caller's signal came.
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
export interface Answered {
  kind: 'answered';
  status: number;
  /** The header as it came. */
  contentType: string | null;
  /** Decoded; empty unless the status is of success. */
  body: Buffer;
  /** True when the body goes on where it was not read. */
  isCut: boolean;
}
export type Got = Answered | { kind: GetFault };

/** RFC 9309, section 2.3.1.2: crawlers should follow at least five. */
export const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CONNECT_MS = 5_000;

/**
 * Asks for what is at an address, and follows at most `MOST_REDIRECTS` redirects to other ones. Each
 * address is read and its host looked up anew, and the connection goes to exactly the addresses that
 * were looked at. It has no cookies, no credentials and no proxy.
 */
export async function get(order: GetOrder, rules: GetRules): Promise<Got> {
  const { timeoutMs, signal } = order;
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    const got = await follow(order, rules, ending.signal);
    if (got.kind === 'answered' || !ending.signal.aborted) return got;
    return { kind: signal?.aborted ? 'stopped' : 'too_slow' };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

async function follow(order: GetOrder, rules: GetRules, ending: AbortSignal): Promise<Got> {
  let target = readTarget(order.url, rules);
  if (target.kind === 'refused' && target.fault !== 'not_public') return { kind: 'bad_url' };
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (target.kind === 'refused')
      return { kind: target.fault === 'not_public' ? 'not_public' : 'bad_redirect' };
    const got = await ask(target.url, { order, rules, ending });
    if (got.kind !== 'redirected') return got;
    target = readTarget(got.to, rules);
  }
  return { kind: 'too_many_redirects' };
}

interface Asking {
  order: GetOrder;
  rules: GetRules;
  ending: AbortSignal;
}

async function ask(
  url: URL,
  { order, rules, ending }: Asking,
): Promise<Got | { kind: 'redirected'; to: string }> {
  const found = await findAddresses(url, rules, ending);
  if (found.kind !== 'found') return found;
  const headers = {
    'user-agent': rules.userAgent,
    accept: order.accept,
    'accept-encoding': ACCEPTED_ENCODINGS,
  };
  const { addresses } = found;
  const { ca, connectMs = CONNECT_MS } = rules;
  const request = { method: 'GET', url, addresses, headers, ca, connectMs } as const;
  const opened = await openRequest(request, ending);
  if (opened.kind !== 'opened') return opened;
  const { response, close } = opened;
  const { statusCode: status = 0, headers: answer } = response;
  try {
    if (REDIRECTS.has(status)) return { kind: 'redirected', to: leadsTo(url, answer.location) };
    const contentType = answer['content-type'] ?? null;
    const nothing = { kind: 'answered', status, contentType, isCut: false } as const;
    if (status < 200 || status > 299) return { ...nothing, body: Buffer.alloc(0) };
    const read = await readBody(response, answer['content-encoding'], order.mostBytes);
    if (read.kind !== 'read') return { kind: read.kind === 'lost' ? 'no_answer' : read.kind };
    return { ...nothing, body: read.body, isCut: read.isCut };
  } finally {
    close();
  }
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
