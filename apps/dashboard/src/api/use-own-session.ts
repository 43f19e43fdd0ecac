import type { DataOf } from './types.js';
import { useAnswer } from './use-answer.js';

type Session = NonNullable<DataOf<'/api/v1/session'>>;
type OwnSession = Extract<Session, { account_id: string }>;

/** The session of somebody who signed in with a key; undefined until it is known, and otherwise. */
export function useOwnSession(): OwnSession | undefined {
  const session = useAnswer('/api/v1/session', {}).data;
  return session && 'account_id' in session ? session : undefined;
}
