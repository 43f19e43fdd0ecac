import { BASE, client } from './client.js';
import { type Outcome, outcomeOf } from './outcome.js';
import { type Problem, problemOf, UNREACHABLE } from './problem.js';
import { queries } from './queries.js';
import type { DataOf } from './types.js';

const PLACE = `${BASE}api/v1/session`;

/** With what a browser asks; null without anything. */
export type OwnSession = DataOf<'/api/v1/session'>;
/** What a shared link shows: its name, website and days. */
export type Shared = Extract<OwnSession, { kind: 'share' }>;

/** What the service told last. It stays true until somebody signs in or out. */
let known: OwnSession | undefined;

/** Returns with what this browser asks, as far as it was told; undefined before that. */
export const knownSession = (): OwnSession | undefined => known;

/** Returns with what this browser asks: a session of an account, a shared link, or nothing (null). */
export async function ownSession(): Promise<Outcome<OwnSession>> {
  const outcome = await outcomeOf(client.GET('/api/v1/session'));
  if ('data' in outcome) known = outcome.data;
  return outcome;
}

/**
 * Exchanges an API key, the one-time code that `npm start` prints, or the token of a shared link for
 * a session. The browser keeps it in a cookie that no script can read.
 *
 * @returns undefined when one is signed in now, or else why not
 */
export async function signIn(
  proof: { api_key: string } | { code: string } | { share: string },
): Promise<Problem | undefined> {
  const problem = await send('POST', proof);
  if (!problem) queries.clear();
  return problem;
}

/** Ends the session. */
export async function signOut(): Promise<Problem | undefined> {
  const problem = await send('DELETE');
  queries.clear();
  return problem;
}

async function send(method: 'POST' | 'DELETE', body?: object): Promise<Problem | undefined> {
  try {
    const response = await fetch(PLACE, {
      method,
      credentials: 'same-origin',
      ...(body && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    // Also when all is well: the browser ends a request only when its body was read.
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok) known = undefined;
    if (response.ok) return undefined;
    const retryAfter = response.headers.get('retry-after');
    return problemOf({ status: response.status, body: answer, retryAfter });
  } catch {
    return UNREACHABLE;
  }
}
