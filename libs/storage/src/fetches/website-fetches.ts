import type { FetchKind, FetchOutcome } from '@app/contracts';
import type pg from 'pg';
import { statement } from '../database/statement.js';

/** What is known about the fetches of a file of a website. */
export interface WebsiteFetchRow {
  kind: FetchKind;
  /** Null when it follows from the domain of the website. */
  url: string | null;
  /** From then on a worker may fetch it. While one does, it is when another one may take over. */
  due_at: Date;
  /** The last try, what came of it, and the status of the answer, if there was one. */
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
  lease_ends_at: Date;
}

export interface FetchNote {
  outcome: FetchOutcome;
  status: number | null;
  /** Whether it told what the website has. */
  succeeded: boolean;
  dueInSeconds: number;
}

const SQL = {
  switch_on: statement('fetches/switch_on'),
  switch_off: statement('fetches/switch_off'),
  find_fetch: statement('fetches/find_fetch'),
  claim_fetch: statement('fetches/claim_fetch'),
  is_claimed: statement('fetches/is_claimed'),
  note_fetch: statement('fetches/note_fetch'),
};

/** The files of websites that workers fetch every day: robots.txt and sitemap. */
export class WebsiteFetches {
  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

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
    return (await this.rows<WebsiteFetchRow>('find_fetch', [websiteId, kind]))[0];
  }

  /**
   * Takes the fetch that has been due for longest, so that one worker alone makes it. All workers may
   * ask. Returns undefined when none is due.
   *
   * @param leaseSeconds when it is due again if this worker dies
   */
  async claim(kind: FetchKind, leaseSeconds: number): Promise<ClaimedFetch | undefined> {
    return (await this.rows<ClaimedFetch>('claim_fetch', [kind, leaseSeconds]))[0];
  }

  /**
   * Returns false when what was fetched is not wanted any more: it was switched off, or its address
   * changed, or another worker took it over, or the website is gone.
   */
  async has({ website_id, kind, lease_ends_at }: ClaimedFetch): Promise<boolean> {
    return (await this.rows('is_claimed', [website_id, kind, lease_ends_at])).length > 0;
  }

  /** Notes what came of a fetch. Returns false, and notes nothing, when `has` would. */
  async note(claimed: ClaimedFetch, note: FetchNote): Promise<boolean> {
    const { website_id, kind, lease_ends_at } = claimed;
    const { outcome, status, succeeded, dueInSeconds } = note;
    const values = [website_id, kind, lease_ends_at, outcome, status, succeeded, dueInSeconds];
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
