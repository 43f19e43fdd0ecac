import { sql } from '../../compose/sql.js';

/**
 * AI bots by what they are reported as: rows of `bot_id`, `provider` and `category`. An AI bot that names
 * itself has its name in every period.
 */
export const AI_READERS = sql`SELECT id AS bot_id, provider, category FROM bots WHERE starts_with(category, 'ai_')
UNION ALL
SELECT d.id, b.provider, b.category FROM declared_bots d JOIN bots b ON b.id = d.bot_id WHERE starts_with(b.category, 'ai_')
UNION ALL
SELECT id, provider, category FROM declared_bots WHERE bot_id IS NULL AND starts_with(category, 'ai_')`;
