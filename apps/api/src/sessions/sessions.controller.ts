import { Controller } from '@nestjs/common';
import {
  endOfSession,
  type KeyHolder,
  latestEnd,
  RateLimits,
  sessionDocument,
  sharedSessionDocument,
  ShareRing,
} from '@app/access';
import type { OwnSession } from '@app/contracts';
import type { SessionRow } from '@app/storage';
import type { FastifyReply } from 'fastify';
import { answer } from '../http/answer.js';
import { ApiError, unavailable } from '../http/api-error.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Attempts } from '../http/attempts.js';
import { readPageByTime } from '../http/page.js';
import { checkRateLimit } from '../http/rate-limit.js';
import { Serves } from '../http/route.js';
import { SessionCookie } from '../http/session-cookie.js';
import { AccountSessions, type SignInFault } from './account-sessions.js';
import * as routes from './routes.js';

const MESSAGES: Record<Exclude<SignInFault, 'bot_key'> | 'share', string> = {
  key: 'This is no API Key that works: paste the whole value of one, api_…',
  code: 'This code was used already, is older than 5 minutes, or never existed: print another one with the command `sessions sign-in`, or paste an API Key',
  share:
    'This shared link was revoked, has expired, or never existed: ask for another one where you got it',
};

/** Browsers that are signed in. */
@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: AccountSessions,
    private readonly shareRing: ShareRing,
    private readonly rateLimits: RateLimits,
    private readonly attempts: Attempts,
    private readonly cookie: SessionCookie,
  ) {}

  @Serves(routes.SIGN_IN)
  async signIn(@Asked() asked: AskedOf<typeof routes.SIGN_IN>) {
    const { body, request, reply, now } = asked;
    if (body.share !== undefined) return this.openShare(asked, body.share);
    const signedIn = await this.sessions.signIn(body, (holder) => this.count(holder, reply));
    if (typeof signedIn === 'string') throw this.refuse(signedIn, request.ip);
    // The browser forgets the session that it had.
    if (request.session) await this.sessions.signOut(request.session);
    const { secret, session } = signedIn;
    const seconds = (latestEnd(session).getTime() - now) / 1_000;
    void reply.header('set-cookie', this.cookie.giving(secret, seconds));
    return answer(asked, ownDocument(session));
  }

  @Serves(routes.SHOW_OWN)
  showOwn(@Asked() asked: AskedOf<typeof routes.SHOW_OWN>) {
    const { session, share } = asked.request;
    if (share) return answer(asked, sharedSessionDocument(share));
    return answer(asked, session && ownDocument(session));
  }

  @Serves(routes.SIGN_OUT)
  async signOut(@Asked() asked: AskedOf<typeof routes.SIGN_OUT>) {
    const { request, reply } = asked;
    if (request.session) await this.sessions.signOut(request.session);
    void reply.header('set-cookie', this.cookie.taking());
    return answer(asked, { signed_out: true });
  }

  @Serves(routes.LIST)
  async list(@Asked() asked: AskedOf<typeof routes.LIST>) {
    const { caller, query } = asked;
    const current = asked.request.session?.public_id;
    const { rows, next_cursor } = await readPageByTime(query, (page) =>
      this.sessions.list(caller, page),
    );
    return answer(asked, {
      sessions: rows.map((row) => ({
        ...sessionDocument(row),
        current: row.public_id === current,
      })),
      next_cursor,
    });
  }

  @Serves(routes.END)
  async end(@Asked() asked: AskedOf<typeof routes.END>) {
    await this.sessions.end(asked.caller, asked.id);
    return answer(asked, { id: asked.id, ended: true });
  }

  /**
   * Lets a browser read what a shared link shows. A browser that is signed in to an account stays so,
   * because otherwise anybody could sign people out with a link.
   */
  private async openShare(asked: AskedOf<typeof routes.SIGN_IN>, token: string) {
    const { request, reply, now } = asked;
    const verdict = await this.shareRing.identify(token);
    if (verdict.kind === 'unavailable')
      throw unavailable('Shared links cannot be checked now; try again', 'database_away');
    if (verdict.kind === 'unknown') throw this.attempts.refuse('share', MESSAGES.share, request.ip);
    if (request.session) {
      throw new ApiError(
        'CONFLICT',
        'This browser is signed in to an account: sign out first, or open the shared link in a private window',
      );
    }
    const { share, holder } = verdict;
    checkRateLimit(await this.rateLimits.takeShare(holder, request.ip), reply, this.attempts);
    const end = latestEnd({ ends_at: endOfSession(now), expires_at: share.expires_at });
    const seconds = (end.getTime() - now) / 1_000;
    void reply.header('set-cookie', this.cookie.givingShare(token, seconds));
    return answer(asked, sharedSessionDocument(share));
  }

  /** Signing in is a request of a browser, too. */
  private async count(holder: KeyHolder, reply: FastifyReply): Promise<void> {
    checkRateLimit(await this.rateLimits.takeSession(holder), reply, this.attempts);
  }

  private refuse(fault: SignInFault, address: string): ApiError {
    return fault === 'bot_key'
      ? new ApiError('FORBIDDEN', 'A Bot Tracking Key signs nobody in: paste an API Key, api_…')
      : this.attempts.refuse(fault === 'key' ? 'unknown' : 'code', MESSAGES[fault], address);
  }
}

function ownDocument(row: SessionRow): OwnSession {
  return {
    kind: 'key',
    ...sessionDocument(row),
    account_id: row.account_public_id,
    account_name: row.account_name,
  };
}
