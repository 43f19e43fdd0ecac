import type { SentLogEntry } from '@app/contracts';
import { answerOf } from './backend.js';
import type { SentRequest } from './requests.js';

/** An entry without its time. */
export type Logged = Omit<SentLogEntry, 'timestamp'>;

/** A visit as the list of visits shows it, as far as a log says it. */
export interface Stored {
  method: string;
  host: string;
  path: string;
  status_code: number;
  ip: string | null;
  user_agent: string;
  referer: string | null;
}

/** Returns the entry that a log must give which has everything. */
export function entryOf(request: SentRequest): Logged {
  const { source, forwarded, version } = request;
  const ip = told(forwarded.ip, source) ?? source;
  const { status, contentType } = answerOf(request);
  const entry: Logged = {
    method: request.method,
    host: canonical(request.host ?? ''),
    path: request.target,
    status_code: status,
    ip,
    user_agent: text(request.userAgent) ?? '',
    sec_fetch_mode: text(request.fetchMode) ?? '',
  };
  // What is not sent, or is empty, is no field of the entry.
  const optional = {
    referer: text(request.referer),
    sec_purpose: text(request.purpose),
    signature_agent: text(request.signatureAgent),
    content_type: contentType,
    // That of a proxy's connection is not the visitor's.
    protocol: ip === source ? `HTTP/${version}` : undefined,
  };
  for (const [name, value] of Object.entries(optional))
    if (value) entry[name as keyof typeof optional] = value;
  return entry;
}

/** Returns an entry that was read, with the host in the form in which the service compares it. */
export function comparable({ timestamp: _, ...entry }: SentLogEntry): Logged {
  return { ...entry, host: canonical(entry.host ?? '') };
}

const MOST_USER_AGENT = 1_024;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
const withoutControl = (value: string): string => value.replaceAll(CONTROL, '');
const withoutQuery = (value: string): string => value.replace(/[?#].*$/s, '');

/** Returns the visit that an entry becomes: without query strings and control characters. */
export function visitOf(entry: Logged, { source, forwarded }: SentRequest): Stored {
  return {
    method: entry.method,
    host: entry.host ?? '',
    path: withoutQuery(entry.path),
    status_code: entry.status_code,
    ip: told(forwarded.stored, source) ?? told(forwarded.ip, source) ?? source,
    user_agent: withoutControl((entry.user_agent ?? '').slice(0, MOST_USER_AGENT)),
    referer: withoutControl(withoutQuery(entry.referer ?? '')) || null,
  };
}

/** Returns the number of a request, which its path has. */
export function numberOf(path: string): number {
  return Number(/^\/s\/(\d+)\//.exec(path)?.[1] ?? NaN);
}

/** Reads bytes as UTF-8. Those that are not become U+FFFD. */
function text(bytes: string | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(Buffer.from(bytes, 'latin1'));
}

function told(what: string | ((source: string) => string) | undefined, source: string) {
  return typeof what === 'function' ? what(source) : what;
}

function canonical(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}
