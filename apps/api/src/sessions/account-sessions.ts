import {
  type Clock,
  endOfSession,
  hashKey,
  idleSince,
  isSecret,
  type KeyHolder,
  type KeyRing,
  newPublicId,
  newSecret,
  type SessionRing,
} from '@app/access';
import type { SignInInput } from '@app/contracts';
import type { ListedSessionRow, PageByTime, SessionRow, Sessions } from '@app/storage';
import { ApiError, unavailable } from '../http/api-error.js';

/** Matches every possible id. It is checked first, because PostgreSQL refuses text with a NUL. */
const SESSION_ID = /^ses_[0-9A-Za-z]+$/;

/** An account may be signed in this often. Then the session ends that nobody used for longest. */
const MOST_SESSIONS = 100;

/** A new session, and what the browser gets for it. */
export interface SignedIn {
  secret: string;
  session: SessionRow;
}

/** Why nobody is signed in. */
export type SignInFault = 'key' | 'bot_key' | 'code';

export interface SessionDependencies {
  sessions: Sessions;
  sessionRing: SessionRing;
  keyRing: KeyRing;
  clock: Clock;
}

/** The browsers that are signed in to accounts. */
export class AccountSessions {
  constructor(private readonly dependencies: SessionDependencies) {}

  /**
   * Signs a browser in.
   *
   * @param admit is asked before a session is made with a key. It throws when the account may not
   *   have another one now.
   * @throws ApiError SERVICE_UNAVAILABLE, or what `admit` throws
   */
  signIn(
    { api_key: key, code = '' }: SignInInput,
    admit: (holder: KeyHolder) => Promise<void>,
  ): Promise<SignedIn | SignInFault> {
    return key === undefined ? this.signInByCode(code) : this.signInByKey(key, admit);
  }

  private async signInByKey(
    key: string,
    admit: (holder: KeyHolder) => Promise<void>,
  ): Promise<SignedIn | SignInFault> {
    const verdict = await this.dependencies.keyRing.identify(key);
    if (verdict.kind === 'unavailable')
      throw unavailable('Keys cannot be checked now; try again', 'database_away');
    if (verdict.kind === 'unknown') return 'key';
    if (verdict.holder.kind === 'bot') return 'bot_key';
    await admit(verdict.holder);
    return (await this.begin(verdict.holder.keyId)) ?? 'key';
  }

  private async signInByCode(code: string): Promise<SignedIn | SignInFault> {
    const keyId = isSecret(code)
      ? await this.dependencies.sessions.takeSignInCode(hashKey(code))
      : undefined;
    return (keyId === undefined ? undefined : await this.begin(keyId)) ?? 'code';
  }

  /** Returns undefined when the key has ended meanwhile. */
  private async begin(keyId: number): Promise<SignedIn | undefined> {
    const { sessions, sessionRing, clock } = this.dependencies;
    const secret = newSecret();
    const now = clock.now();
    await sessions.createSession({
      publicId: newPublicId('session'),
      keyId,
      sha256: hashKey(secret),
      now: new Date(now),
      endsAt: endOfSession(now),
      most: MOST_SESSIONS,
    });
    const verdict = await sessionRing.identify(secret);
    if (verdict.kind === 'unavailable')
      throw unavailable('Sessions cannot be checked now; try again', 'database_away');
    return verdict.kind === 'valid' ? { secret, session: verdict.session } : undefined;
  }

  /** Returns the sessions that work, oldest first. */
  list({ accountId }: KeyHolder, page: PageByTime): Promise<ListedSessionRow[]> {
    const { sessions, clock } = this.dependencies;
    const now = clock.now();
    return sessions.listSessions(accountId, new Date(now), idleSince(now), page);
  }

  /**
   * Ends a session. The error is the same for a missing session and for one of another account.
   *
   * @throws ApiError NOT_FOUND
   */
  async end({ accountId }: KeyHolder, id: string): Promise<void> {
    const isEnded =
      SESSION_ID.test(id) && (await this.dependencies.sessions.endSession(id, accountId));
    if (!isEnded) throw new ApiError('NOT_FOUND', 'There is no such session in this account');
  }

  /** Ends a session that is known to belong to the caller. Once more changes nothing. */
  async signOut({ public_id, account_id }: SessionRow): Promise<void> {
    await this.dependencies.sessions.endSession(public_id, account_id);
  }
}
