import type { FetchOutcome } from '@app/contracts';
import type { GetFault, Got } from '@app/guarded-http';

/** What came of asking for a file, and the status of the answer, if there was one. */
export interface FetchResult {
  outcome: FetchOutcome;
  status: number | null;
}

/** Asks for what is at an address. */
export type Ask<Body = Buffer> = (url: string) => Promise<Got<Body>>;

const OUTCOMES: Record<GetFault, FetchOutcome> = {
  bad_url: 'bad_redirect',
  bad_redirect: 'bad_redirect',
  too_many_redirects: 'too_many_redirects',
  not_public: 'not_public',
  not_known: 'unreachable',
  no_connection: 'unreachable',
  not_trusted: 'not_trusted',
  no_answer: 'unreachable',
  bad_encoding: 'unreadable',
  too_slow: 'too_slow',
  // A worker that stops notes nothing.
  stopped: 'unreachable',
};

/** Names what came of a request. Whether a body is what it should be is not judged here. */
export function resultOf(got: Got<unknown>): FetchResult {
  if (got.kind !== 'answered') return { outcome: OUTCOMES[got.kind], status: null };
  const { status } = got;
  if (status >= 200 && status <= 299) return { outcome: 'fetched', status };
  const isUnavailable = status >= 400 && status <= 499 && status !== 429;
  return { outcome: isUnavailable ? 'unavailable' : 'error_status', status };
}

/** Asks a website for a path: by https, and by http where no connection with TLS can be had. */
export async function askWebsite<Body>(
  domain: string,
  path: string,
  ask: Ask<Body>,
): Promise<Got<Body>> {
  const first = await ask(`https://${domain}${path}`);
  if (first.kind !== 'no_connection' && first.kind !== 'not_trusted') return first;
  const second = await ask(`http://${domain}${path}`);
  return second.kind === 'no_connection' ? first : second;
}
