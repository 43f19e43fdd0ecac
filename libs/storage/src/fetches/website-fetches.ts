import { type FetchKind, type FetchOutcome, PLAN_NAMES, PLANS } from '@app/contracts';
import type pg from 'pg';
import { inTransaction } from '../database/in-transaction.js';
import { statement } from '../database/statement.js';

/** What is known about the fetches of a file of a website. */
export interface WebsiteFetchRow {
  kind: FetchKind;
  /** Null when it follows from the domain of the website. */
  url: string | null;
  /** From then on a worker may fetch it. While one does, it is when it is due if that one dies. */
  due_at: Date;
  /** The last try that ended, what came of it, and the status of the answer, if there was one. */
  tried_at: Date | null;
  outcome: FetchOutcome | null;
  status: number | null;
  /** When a try last told what the website has. */
  succeeded_at: Date | null;
}

/** A fetch that one worker makes now. */
export interface ClaimedFetch extends Pick<WebsiteFetchRow, 'kind' | 'url' | 'succeeded_at'> {
  website_id: number;
  /** The public id of the website. */
  website: string;
  account_id: number;
  domain: string;
  begun_at: Date;
  /** How many tries before this one, in a row, were begun and not ended. */
  unfinished: number;
  /** The turn of the account, which must be ended. A bigint. */
  turn_id: string;
}

/** What a worker asks for, and what it may take. */
export interface ClaimRules {
  kind: FetchKind;
  /** The most seconds that the fetch takes. They count as used until it is known how many it took. */
  mostSeconds: number;
  /** How many fetches of an account, of both kinds, may be under way at a time in all workers. */
  atTheSameTime: number;
}

export interface FetchNote {
  outcome: FetchOutcome;
  status: number | null;
  /** Whether it told what the website has. */
  succeeded: boolean;
  dueInSeconds: number;
}

/** After so long, whoever began a fetch is taken for dead. No fetch may take longer. */
export const FETCH_LEASE_SECONDS = 180;
/**
 * When a fetch is due again whose worker died: after ten minutes, an hour, six hours, and from then
 * on a day. A worker may have been killed for any reason, but if it died of this file, so will
 * others.
 */
const BACKOFF_SECONDS = [600, 3_600, 6 * 3_600, 24 * 3_600];

const TAKE_TURN = statement('fetches/take_turn');
const POSTPONE = statement('fetches/postpone_fetches');
const CLAIM = statement('fetches/claim_fetch');
const SQL = {
  is_due: statement('fetches/is_due'),
  switch_on: statement('fetches/switch_on'),
  switch_off: statement('fetches/switch_off'),
  find_fetch: statement('fetches/find_fetch'),
  is_claimed: statement('fetches/is_claimed'),
  note_fetch: statement('fetches/note_fetch'),
  give_back_fetch: statement('fetches/give_back_fetch'),
  end_turn: statement('fetches/end_turn'),
  time_used: statement('fetches/time_used'),
};

/** The files of websites that workers fetch every day: robots.txt and sitemap. */
export class WebsiteFetches {
  /** When the claims are over that were asked for so far. */
  private claims: Promise<unknown> = Promise.resolve();

  constructor(private readonly pool: pg.Pool) {}

  /**
   * Lets workers fetch a file, from now on. Another address than before is due at once, and what came
   * of the one before is forgotten; the same one again changes nothing.
   *
   * @param url judged before; null when it follows from the domain of the website
   * @returns false when the website is gone
   */
  async switchOn(websiteId: number, kind: FetchKind, url: string | null): Promise<boolean> {
    return (await this.rows('switch_on', [websiteId, kind, url])).length > 0;
  }

  /** What was fetched stays. Returns false when it was off before. */
  async switchOff(websiteId: number, kind: FetchKind): Promise<boolean> {
    return (await this.rows('switch_off', [websiteId, kind])).length > 0;
  }

  /** Returns undefined when the file is not fetched. */
  async find(websiteId: number, kind: FetchKind): Promise<WebsiteFetchRow | undefined> {
    return (
      await this.rows<WebsiteFetchRow>('find_fetch', [websiteId, kind, FETCH_LEASE_SECONDS])
    )[0];
  }

  /**
   * Takes a fetch that is due, so that one worker alone makes it, and writes down that it was
   * begun. Accounts take turns: the next fetch is of the one that has the fewest under way, and
   * then used the least time today. Those of accounts without time left are postponed to the next
   * day. All workers may ask. Whoever gets a fetch must `end` it. Returns undefined when none is
   * due.
   *
   * Claims of a process are made one after the other, so they never hold more than one connection,
   * also while they wait for a worker that is gone in the middle of its claim. Most find nothing
   * that is due, and then neither wait for others nor open a transaction.
   */
  claim(rules: ClaimRules): Promise<ClaimedFetch | undefined> {
    const claim = this.claims.then(() => this.claimInTurn(rules));
    this.claims = claim.catch(() => undefined);
    return claim;
  }

  private async claimInTurn(rules: ClaimRules): Promise<ClaimedFetch | undefined> {
    const { kind, mostSeconds, atTheSameTime } = rules;
    const plans = [PLAN_NAMES, PLAN_NAMES.map((plan) => PLANS[plan].fetchSecondsPerDay)];
    const [look] = await this.rows<{ due: boolean }>('is_due', [kind]);
    if (!look?.due) return undefined;
    const bounds = [mostSeconds, FETCH_LEASE_SECONDS, atTheSameTime, BACKOFF_SECONDS];
    return inTransaction(this.pool, async (client) => {
      await client.query(TAKE_TURN);
      await client.query(POSTPONE, plans);
      return (await client.query<ClaimedFetch>(CLAIM, [kind, ...bounds, ...plans])).rows[0];
    });
  }

  /** Ends the turn of an account, whatever came of the fetch. It then has used what it took. */
  async end({ turn_id }: ClaimedFetch): Promise<void> {
    await this.rows('end_turn', [turn_id]);
  }

  /** Gives back a fetch that cannot be ended. It is due at once, as if it had not been begun. */
  async giveBack({ website_id, kind, begun_at }: ClaimedFetch): Promise<void> {
    await this.rows('give_back_fetch', [website_id, kind, begun_at]);
  }

  /** Returns how long the fetches of an account took today (UTC), in milliseconds. */
  async timeUsed(accountId: number): Promise<number> {
    return (await this.rows<{ used_ms: number }>('time_used', [accountId]))[0]?.used_ms ?? 0;
  }

  /**
   * Returns false when what was fetched is not wanted any more: it was switched off, or its address
   * changed, or another worker took it over, or the website is gone.
   */
  async has({ website_id, kind, begun_at }: ClaimedFetch): Promise<boolean> {
    return (await this.rows('is_claimed', [website_id, kind, begun_at])).length > 0;
  }

  /** Notes what came of a fetch. Returns false, and notes nothing, when `has` would. */
  async note(claimed: ClaimedFetch, note: FetchNote): Promise<boolean> {
    const { website_id, kind, begun_at } = claimed;
    const { outcome, status, succeeded, dueInSeconds } = note;
    const values = [website_id, kind, begun_at, outcome, status, succeeded, dueInSeconds];
    return (await this.rows('note_fetch', values)).length > 0;
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({
      name: `fetches_${name}`,
      text: SQL[name],
      values,
    });
    return rows;
  }
}
