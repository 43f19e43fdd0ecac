import { knownSession } from './session.js';
import type { DataOf } from './types.js';
import { useAnswer } from './use-answer.js';

type Session = NonNullable<DataOf<'/api/v1/session'>>;
type OwnSession = Extract<Session, { account_id: string }>;

/**
 * The session of somebody who signed in with a key; undefined otherwise, and until it is known. The
 * page has asked for it when it was opened. It asks again only if it was not told then.
 */
export function useOwnSession(): OwnSession | undefined {
  const known = knownSession();
  const session = useAnswer('/api/v1/session', known ? undefined : {}).data ?? known;
  return session && 'account_id' in session ? session : undefined;
}
