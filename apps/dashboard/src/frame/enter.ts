import { ownSession, type Shared, signIn } from '../api/session.js';
import { problemInWords } from '../api/problem.js';
import { signInByAddress, takeFragment } from './sign-in-by-address.js';

/** How somebody comes to the page. */
export type Entered =
  /** With a session of an account, or the service does not tell now. */
  | { kind: 'account' }
  /** Without one, and why if somebody would expect one. */
  | { kind: 'nobody'; reason?: string | undefined }
  /** As the reader of a shared link. */
  | { kind: 'reader'; shared: Shared }
  /** By a shared link, in a browser that is signed in to an account. */
  | { kind: 'signed in'; account: string; token: string }
  /** By a shared link that does not open. */
  | { kind: 'no link'; reason: string };

export const LINK_ENDED =
  'This link was revoked or has expired. Ask for another one where you got it.';

const TOKEN = /^#share=(.+)$/;

/** Uses what stands in the fragment of the address, and finds out who looks at the page. */
export async function enter(): Promise<Entered> {
  const token = takeFragment(TOKEN);
  if (token !== undefined) {
    const session = await ownSession();
    if (session?.kind === 'key') return { kind: 'signed in', account: session.account_name, token };
    return openLink(token);
  }
  const problem = await signInByAddress();
  return problem === undefined ? asNow() : { kind: 'nobody', reason: problem };
}

/** Exchanges the token of a shared link, which ends what this browser had open before. */
export async function openLink(token: string): Promise<Entered> {
  const problem = await signIn({ share: token });
  if (!problem) return asNow();
  const reason = problem.kind === 'signed-out' ? LINK_ENDED : problemInWords(problem);
  return { kind: 'no link', reason };
}

/** Finds out who looks at the page. */
export async function asNow(): Promise<Entered> {
  const session = await ownSession();
  if (session === null) return { kind: 'nobody' };
  return session?.kind === 'share' ? { kind: 'reader', shared: session } : { kind: 'account' };
}
