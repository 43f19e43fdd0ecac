import type pg from 'pg';
import { statement } from '../database/statement.js';

const CLOSE_DAYS = statement('people/close_days');
const FORGET_VISITORS = statement('people/forget_visitors');

/**
 * Deletes all evidence about the visitors of a website, and closes the days that were judged by it: no
 * more is learnt about them, and the verdicts on their visits stay as they are.
 */
export async function forgetVisitors(
  client: Pick<pg.ClientBase, 'query'>,
  websiteId: number,
): Promise<void> {
  // First, so that no day is judged again by what is left of its evidence.
  await client.query(CLOSE_DAYS, [websiteId]);
  await client.query(FORGET_VISITORS, [websiteId]);
}
