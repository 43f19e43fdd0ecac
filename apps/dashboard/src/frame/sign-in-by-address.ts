import type { Problem } from '../api/problem.js';
import { signIn } from '../api/session.js';

const CODE = /^#sign-in=(.+)$/;

/**
 * Signs in with the one-time code of the address that `npm start` prints. It stands in the fragment,
 * which browsers send to nobody, and it is taken out of the address before it is used.
 *
 * @returns why that failed, for the view that asks for a key instead
 */
export async function signInByAddress(): Promise<string | undefined> {
  const code = CODE.exec(location.hash)?.[1];
  if (code === undefined) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  const problem = await signIn({ code: decodeURIComponent(code) });
  return problem && inWords(problem);
}

/**
 * Somebody may paste the address into a window that shows this page already. A browser then changes
 * only the fragment, so the page must open itself again.
 */
export function openAgainForCodes(): void {
  addEventListener('hashchange', () => {
    if (CODE.test(location.hash)) location.reload();
  });
}

function inWords(problem: Problem): string {
  if (problem.kind === 'wait') return `Too many attempts. Try again in ${problem.seconds} s.`;
  if (problem.kind === 'away') return `${problem.message}.`;
  return 'This address was used before, or is older than five minutes. Sign in with an API key, or let npm start print a new address.';
}
