import { productVersion } from '@app/config';
import { redirectedTo } from './redirect.js';

/** The answer to one request. A fault is a part of a sentence, such as `it answered with 500`. */
export type Fetched =
  { kind: 'text'; text: string; etag: string | undefined } | { kind: 'unchanged' } | Failed;
export interface Failed {
  kind: 'failed';
  fault: string;
}

export interface FetchOptions {
  fetch?: typeof fetch;
  /** For everything: names, connection, redirects and the whole body. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** How the faults begin that say that there was no answer at all. */
const NO_CONNECTION = 'the connection failed (';
const NO_ANSWER = 'it did not answer within ';

/** Tells whether a fault says that the network is missing, and nothing about what is published. */
export function isOfNetwork(fault: string): boolean {
  return fault.includes(NO_CONNECTION) || fault.includes(NO_ANSWER);
}

const TIMEOUT_MS = 10_000;
/** Decompressed. The longest list of an operator has 445 kB. */
const MOST_BYTES = 2 ** 20;
const MOST_REDIRECTS = 3;

/**
 * Asks for the text at an address.
 *
 * @param etag of the text that is kept; if it is still the same, the answer is `unchanged`
 */
export async function fetchText(
  address: string,
  etag: string | undefined,
  { fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS, signal }: FetchOptions = {},
): Promise<Fetched> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal?.addEventListener('abort', end);
  const timer = setTimeout(end, timeoutMs);
  try {
    const headers = {
      'user-agent': `botgauge/${productVersion()}`,
      accept: 'application/json, text/plain',
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
    };
    return await ask(new URL(address), { fetch, headers, signal: ending.signal });
  } catch (error) {
    if (signal?.aborted) return failed('the fetch was stopped');
    if (ending.signal.aborted) return failed(`${NO_ANSWER}${timeoutMs / 1_000} s`);
    return failed(reasonOf(error));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

interface Question {
  fetch: typeof fetch;
  headers: Record<string, string>;
  signal: AbortSignal;
}

async function ask(address: URL, { fetch, headers, signal }: Question): Promise<Fetched> {
  let url = address;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    if (response.status === 200) return read(response);
    await response.body?.cancel();
    if (response.status === 304 && 'if-none-match' in headers) return { kind: 'unchanged' };
    if (![301, 302, 303, 307, 308].includes(response.status))
      return failed(`it answered with ${response.status}`);
    const next = redirectedTo(url, response.headers.get('location'));
    if ('fault' in next) return failed(next.fault);
    url = next;
  }
  return failed(`it redirected more than ${MOST_REDIRECTS} times`);
}

/** Reads the body as it comes, so that one without an end is given up early. */
async function read(response: Response): Promise<Fetched> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) return failed('it is longer than 1 MiB');
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  return { kind: 'text', text, etag: response.headers.get('etag') ?? undefined };
}

const failed = (fault: string): Failed => ({ kind: 'failed', fault });

/** `fetch` says only that it failed; the cause says why: a name, a refusal, a certificate. */
function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return `${NO_CONNECTION}${String(code ?? message ?? error)})`;
}
