import type { Sessions } from '@app/storage';
import { generateKey, hashKey, newPublicId } from './keys-and-ids.js';
import { newSecret } from './session-secrets.js';

/** Long enough to open an address that was printed, and too short to be of use in an old log. */
const SECONDS = 300;
/** The name of the key that is made for an account without one that may sign in. */
const KEY_NAME = 'dashboard';

/** A code with which one browser may sign in once. */
export interface SignInCode {
  /** The code itself. It is shown once and stored nowhere. */
  code: string;
  endsAt: Date;
}

/**
 * Makes a code for the oldest API Key of an account that may change everything. If there is none, a
 * key is made whose value nobody knows.
 */
export async function createSignInCode(
  sessions: Pick<Sessions, 'makeSignInCode'>,
  accountId: number,
): Promise<SignInCode> {
  const code = newSecret();
  const value = generateKey('api');
  const endsAt = await sessions.makeSignInCode({
    accountId,
    sha256: hashKey(code),
    seconds: SECONDS,
    key: {
      publicId: newPublicId('key'),
      name: KEY_NAME,
      sha256: hashKey(value),
      last4: value.slice(-4),
    },
  });
  return { code, endsAt };
}
