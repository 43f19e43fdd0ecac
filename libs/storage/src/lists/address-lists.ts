import type pg from 'pg';
import { statement } from '../database/statement.js';

/** A list as the database keeps it. */
export interface AddressListRow {
  id: string;
  /** In CIDR notation; null until the list was fetched and valid once. */
  prefixes: string[] | null;
  /** When it was last fetched and found valid, or unchanged. */
  fetched_at: Date | null;
  /** The ETag of each address from which the prefixes came. */
  etags: Record<string, string>;
  /** The last try, if it failed or was refused. */
  failed_at: Date | null;
  failure: string | null;
}

const CLAIM = statement('lists/claim_lists');
const FIND = statement('lists/find_lists');
const KEEP = statement('lists/keep_list');
const CONFIRM = statement('lists/confirm_list');
const NOTE_FAILURE = statement('lists/note_failure');

/** The lists of bots' addresses that were fetched from their operators. */
export class AddressListStore {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Takes those of these lists that are due, so that one worker alone fetches them. All workers may
   * ask; there is no election beside it, because the time of the next fetch must outlive restarts,
   * and so it is in the rows anyway.
   *
   * @param leaseSeconds when they are due again if this worker dies
   */
  async claim(ids: readonly string[], leaseSeconds: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(CLAIM, [ids, leaseSeconds]);
    return rows.map(({ id }) => id);
  }

  async find(): Promise<AddressListRow[]> {
    return (await this.pool.query<AddressListRow>(FIND)).rows;
  }

  /** Keeps the content of a list that was fetched now and found valid. */
  async keep(
    id: string,
    { prefixes, etags }: Pick<AddressListRow, 'etags'> & { prefixes: string[] },
    dueInSeconds: number,
  ): Promise<void> {
    await this.pool.query(KEEP, [id, prefixes, JSON.stringify(etags), dueInSeconds]);
  }

  /** Notes that the list was found unchanged now. */
  async confirm(id: string, dueInSeconds: number): Promise<void> {
    await this.pool.query(CONFIRM, [id, dueInSeconds]);
  }

  /** Notes why the list was not fetched now, or refused. What was kept before stays. */
  async noteFailure(id: string, reason: string, dueInSeconds: number): Promise<void> {
    await this.pool.query(NOTE_FAILURE, [id, reason, dueInSeconds]);
  }
}
