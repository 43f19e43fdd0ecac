import { createSecretKey, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import { statement } from '../database/statement.js';

/** The key with which the visitors of an account get pseudonyms on one UTC day. */
export interface VisitorKey {
  /** 256 bits. */
  secret: KeyObject;
  /** The UTC day on which it was made, in days since 1970. Its evidence is kept by this day. */
  madeOn: number;
}

/** How much evidence there is about the visitors of a website on a UTC day. */
export interface EvidenceCount {
  websiteId: number;
  /** In days since 1970. */
  day: number;
  count: number;
}

/** A key that a process holds. */
export interface HeldKey {
  accountId: number;
  /** In days since 1970. */
  day: number;
  secret: KeyObject;
}

/** How many days of an account get their first key within an hour: a year of logs, and some more. */
const MOST_NEW_DAYS = 400;
const DAY_MS = 86_400_000;

const TAKE = statement('people/take_visitor_keys');
const PUT_BACK = statement('people/put_visitor_keys_back');
const ARE_THERE = statement('people/has_visitor_keys');
const FIND_WEBSITES = statement('people/find_websites_of_account');
const COUNT_EVIDENCE = statement('people/count_evidence');

/**
 * The keys of visitors. They are in an unlogged table of the database, wherever the queue is, and a
 * crash of the server loses them.
 */
export class VisitorKeys {
  constructor(
    private readonly pool: pg.Pool,
    private readonly mostNewDays = MOST_NEW_DAYS,
  ) {}

  /**
   * Returns the keys of some days of an account by day, and makes those that are missing. A day
   * without a key is closed, its key is lost, or the account has had too many new days.
   */
  async take(accountId: number, days: readonly number[]): Promise<Map<number, VisitorKey>> {
    const { rows } = await this.pool.query<{ day: string; key: Buffer; made_on: number }>({
      name: 'take_visitor_keys',
      text: TAKE,
      values: [accountId, days.map(dateOf), this.mostNewDays],
    });
    return new Map(
      rows.map(({ day, key, made_on: madeOn }) => [
        dayOf(day),
        { secret: createSecretKey(key), madeOn },
      ]),
    );
  }

  /** Returns how many visitors and hours there is evidence about, by website and day of an account. */
  async countEvidence(accountId: number): Promise<EvidenceCount[]> {
    const websites = await this.pool.query<{ id: number }>(FIND_WEBSITES, [accountId]);
    const ids = websites.rows.map(({ id }) => id);
    const { rows } = await this.pool.query<{ website_id: number; day: number; count: number }>(
      COUNT_EVIDENCE,
      [ids],
    );
    return rows.map(({ website_id: websiteId, ...of }) => ({ websiteId, ...of }));
  }

  /** Tells whether the database still has all of these keys. */
  async hasAll(held: readonly HeldKey[]): Promise<boolean> {
    const { rows } = await this.pool.query<{ are_there: boolean }>(ARE_THERE, [
      held.map(({ accountId }) => accountId),
      held.map(({ day }) => dateOf(day)),
    ]);
    return rows[0]?.are_there ?? false;
  }

  /** Puts keys back that the database has lost, and returns how many it has taken. */
  async putBack(held: readonly HeldKey[]): Promise<number> {
    const { rowCount } = await this.pool.query(PUT_BACK, [
      held.map(({ accountId }) => accountId),
      held.map(({ day }) => dateOf(day)),
      held.map(({ secret }) => secret.export()),
    ]);
    return rowCount ?? 0;
  }
}

/** A day as a date. The driver would make a moment of local time of a date. */
function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function dayOf(date: string): number {
  return Date.parse(date) / DAY_MS;
}
