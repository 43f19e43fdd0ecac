import type pg from 'pg';
import { statement } from '../database/statement.js';

export type RobotsSource = 'given' | 'fetched';

/** A text of the history of a robots.txt, without its content. Days are those of UTC. */
export interface ListedRobotsText {
  /** The first day on which it is in force, `YYYY-MM-DD`. */
  valid_from: string;
  /** The last one. Null when no text follows. */
  valid_to: string | null;
  source: RobotsSource;
  noted_at: Date;
  bytes: number;
}

export interface RobotsTextRow extends Omit<ListedRobotsText, 'bytes'> {
  /** Empty when the website has no robots.txt. */
  content: string;
}

export interface NewRobotsText {
  /** At most `MOST_ROBOTS_BYTES` of UTF-8, without NUL. */
  content: string;
  source: RobotsSource;
  /**
   * The first day on which it is in force. By default today for the first text of a website, and
   * tomorrow for a text that replaces another one, because bots may use that for a day (RFC 9309,
   * section 2.4).
   */
  from?: string | undefined;
  now: Date;
}

const SQL = {
  keep_text: statement('robots/keep_text'),
  list_texts: statement('robots/list_texts'),
  texts_in_force: statement('robots/texts_in_force'),
  find_text: statement('robots/find_text'),
  remove_text: statement('robots/remove_text'),
};

/** What websites tell bots by their robots.txt, with its history. */
export class RobotsTexts {
  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  /**
   * Notes a text. A text that says what the one before it says is not noted again.
   *
   * @returns the first day of the text that is in force then, or undefined when the website is gone
   */
  async keep(
    websiteId: number,
    { content, source, from, now }: NewRobotsText,
  ): Promise<{ valid_from: string; is_new: boolean } | undefined> {
    const values = [websiteId, content, source, from ?? null, now];
    return (await this.rows<{ valid_from: string; is_new: boolean }>('keep_text', values))[0];
  }

  /** Returns the history, the newest text first. */
  list(websiteId: number): Promise<ListedRobotsText[]> {
    return this.rows('list_texts', [websiteId]);
  }

  /** Returns the texts that were in force on some of these days, the oldest first. */
  inForce(websiteId: number, firstDay: string, lastDay: string): Promise<ListedRobotsText[]> {
    return this.rows('texts_in_force', [websiteId, firstDay, lastDay]);
  }

  /** Returns the text of which this is the first day, or without one the newest. */
  async find(websiteId: number, from?: string): Promise<RobotsTextRow | undefined> {
    return (await this.rows<RobotsTextRow>('find_text', [websiteId, from ?? null]))[0];
  }

  /** Returns false when there is no text of which this is the first day. */
  async remove(websiteId: number, from: string): Promise<boolean> {
    return (await this.rows('remove_text', [websiteId, from])).length > 0;
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({
      name: `robots_${name}`,
      text: SQL[name],
      values,
    });
    return rows;
  }
}
