import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/**
 * Returns what a browser holds for a session, a one-time code to sign in, or the token of a shared
 * link: 32 random bytes in base64url. `hashKey` gives what is stored of it.
 */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Tells whether a text can be such a secret at all. */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}
