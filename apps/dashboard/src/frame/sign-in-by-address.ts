import type { Problem } from '../api/problem.js';
import { signIn } from '../api/session.js';
import { type OnWait, patiently } from './patiently.js';

export const CODE = /^#sign-in=(.+)$/;
const SECRETS = /^#(?:sign-in|share)=/;

/**
 * Takes a secret out of the fragment of the address, which browsers send to nobody. From then on it
 * stands neither in the address nor in the history of the browser.
 *
 * @param pattern has the secret in its first group
 */
export function takeFragment(pattern: RegExp): string | undefined {
  const secret = pattern.exec(location.hash)?.[1];
  if (secret === undefined) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return asWritten(secret);
}

/**
 * Signs in with the one-time code of the address that `npm start` prints. A request that was too
 * much has not used the code up, so it is sent again.
 *
 * @returns why that failed, for the view that asks for a key instead
 */
export async function signInByCode(
  code: string,
  onWait: OnWait,
): Promise<'code refused' | Problem | undefined> {
  const problem = await patiently(
    () => signIn({ code }),
    (found) => (found?.kind === 'wait' ? found : undefined),
    onWait,
  );
  return problem && (problem.kind === 'away' ? problem : 'code refused');
}

/**
 * Somebody may paste such an address into a window that shows this page already. A browser then
 * changes only the fragment, so the page must open itself again.
 */
export function openAgainForSecrets(): void {
  addEventListener('hashchange', () => {
    if (SECRETS.test(location.hash)) location.reload();
  });
}

/** A program on the way may have coded it, and half a code cannot be read. */
function asWritten(secret: string): string {
  try {
    return decodeURIComponent(secret);
  } catch {
    return secret;
  }
}
