import { BOT_CATEGORIES } from '@app/contracts';
import type { BotFilter, ListFilter } from '@app/storage';
import { integer, invalid, oneOf, type Query, single } from '../http/query.js';

const DEFAULT_PAGES = 10;
const MAX_LIMIT = 1_000;
const LONGEST_TEXT = 2_048;

/** The bots that a request is about. @throws ApiError VALIDATION_ERROR */
export function botFilter(query: Query): BotFilter {
  return {
    bot: text(query, 'bot'),
    provider: text(query, 'provider'),
    category: oneOf(query, 'category', BOT_CATEGORIES),
  };
}

/** What a list of bots is cut down to; without a limit it has all. @throws ApiError VALIDATION_ERROR */
export function listFilter(query: Query): ListFilter {
  const path = text(query, 'path');
  if (path !== undefined && !path.startsWith('/')) throw invalid('path must start with /');
  return { ...botFilter(query), path, limit: integer(query, 'limit', 1, MAX_LIMIT) };
}

/** The same of pages: ten unless more are asked for. @throws ApiError VALIDATION_ERROR */
export function pageFilter(query: Query): ListFilter {
  const filter = listFilter(query);
  return { ...filter, limit: filter.limit ?? DEFAULT_PAGES };
}

function text(query: Query, name: string): string | undefined {
  const value = single(query, name);
  if (value === undefined) return undefined;
  // PostgreSQL takes no text with a NUL.
  if (value === '' || value.length > LONGEST_TEXT || value.includes('\0'))
    throw invalid(`${name} must be text of 1 to ${LONGEST_TEXT} characters`);
  return value;
}
