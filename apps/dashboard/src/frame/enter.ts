import type { Outcome } from '../api/outcome.js';
import type { Problem } from '../api/problem.js';
import { type OwnSession, ownSession, type Shared, signIn, signOut } from '../api/session.js';
import type { WhyNobody } from '../views/sign-in/sign-in.js';
import { type OnWait, patiently } from './patiently.js';
import { CODE, signInByCode, takeFragment } from './sign-in-by-address.js';

/** How somebody comes to the page. */
export type Entered =
  /** That is not known yet. */
  | { kind: 'entering' }
  /** Nor does the service tell now. The page asks again at this time, in milliseconds since 1970. */
  | { kind: 'waiting'; problem: Problem; until: number }
  /** With a session of an account. */
  | { kind: 'account' }
  /** Without one, and why if somebody would expect one. */
  | { kind: 'nobody'; reason?: WhyNobody }
  /** As the reader of a shared link. */
  | { kind: 'reader'; shared: Shared }
  /** By a shared link, in a browser that is signed in to an account. */
  | { kind: 'signed in'; account: string; token: string }
  /** By a shared link that does not open. */
  | { kind: 'no link'; problem: Problem };

const TOKEN = /^#share=(.+)$/;

/** Is told how somebody comes to the page, each time when more is known of it. */
export type Tell = (entered: Entered) => void;

/** Uses what stands in the fragment of the address, and finds out who looks at the page. */
export async function enter(tell: Tell): Promise<void> {
  const token = takeFragment(TOKEN);
  if (token !== undefined) return enterByLink(token, tell);
  const code = takeFragment(CODE);
  const reason = code === undefined ? undefined : await signInByCode(code, waiting(tell));
  if (reason === undefined) return enterAsNow(tell);
  tell({ kind: 'nobody', reason });
}

async function enterByLink(token: string, tell: Tell): Promise<void> {
  const session = await untilKnown(tell);
  if (session?.kind !== 'key') return openLink(token, tell);
  tell({ kind: 'signed in', account: session.account_name, token });
}

/** Exchanges the token of a shared link, which ends what this browser had open before. */
export async function openLink(token: string, tell: Tell): Promise<void> {
  const problem = await patiently(() => signIn({ share: token }), itself, waiting(tell));
  if (!problem) return enterAsNow(tell);
  tell({ kind: 'no link', problem });
}

/** Signs out of the account, and opens the shared link in its place. */
export async function openLinkInstead(token: string, tell: Tell): Promise<void> {
  await patiently(signOut, itself, waiting(tell));
  await openLink(token, tell);
}

/** Finds out who looks at the page. */
export async function enterAsNow(tell: Tell): Promise<void> {
  const session = await untilKnown(tell);
  if (session === null) tell({ kind: 'nobody' });
  else tell(session.kind === 'share' ? { kind: 'reader', shared: session } : { kind: 'account' });
}

/** Asks for the session of this browser until the service tells it. */
async function untilKnown(tell: Tell): Promise<OwnSession> {
  const outcome = await patiently(ownSession, problemOfOutcome, waiting(tell));
  // Nobody is refused this question. If it happens, there is nobody either.
  return 'data' in outcome ? outcome.data : null;
}

const itself = (problem: Problem | undefined) => problem;
const problemOfOutcome = (outcome: Outcome<unknown>) =>
  'problem' in outcome ? outcome.problem : undefined;
const waiting =
  (tell: Tell): OnWait =>
  (problem, until) =>
    tell({ kind: 'waiting', problem, until });
