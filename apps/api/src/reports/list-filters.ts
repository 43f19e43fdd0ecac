import { AUTOMATION, PEOPLE_COUNTS } from '@app/contracts';
import {
  type BotColumn,
  type BotFilter,
  FILTER_DIMENSIONS,
  type FilterDimension,
  type PageColumn,
} from '@app/storage';
import { ApiError } from '../http/api-error.js';

/** Columns that are not counted with a parameter. Those of bots and of pages have the same names. */
const UNCOUNTED: Record<Limiting, readonly (BotColumn | PageColumn)[]> = {
  path: ['first_seen', 'last_seen'],
  exact_path: ['first_seen', 'last_seen'],
  verification: ['first_seen', 'last_seen', 'error_visits', ...PEOPLE_COUNTS],
  timezone: ['pages_visited'],
  ...(Object.fromEntries(
    FILTER_DIMENSIONS.map((dimension) => [dimension, ['first_seen', 'last_seen', 'pages_visited']]),
  ) as Record<FilterDimension, (BotColumn | PageColumn)[]>),
};

/** Parameters with which not everything is counted. */
type Limiting = 'path' | 'exact_path' | 'verification' | 'timezone' | FilterDimension;

/**
 * Refuses to order a list by a column that is not counted with a parameter of the request.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function refuseUncounted(
  column: BotColumn | PageColumn,
  query: { [Name in Limiting]?: string | undefined },
): void {
  for (const name of Object.keys(UNCOUNTED) as Limiting[]) {
    if (query[name] === undefined || !UNCOUNTED[name].includes(column)) continue;
    throw new ApiError(
      'VALIDATION_ERROR',
      `sort must be another column, because ${column} is not counted with ${name}`,
    );
  }
}

/**
 * Refuses parameters that choose pages beside a time zone.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function refusePagesInZone(query: {
  [Name in 'path' | 'exact_path' | 'timezone']?: string | undefined;
}): void {
  const chosen = (['path', 'exact_path'] as const).find((name) => query[name] !== undefined);
  if (query.timezone === undefined || chosen === undefined) return;
  throw new ApiError(
    'VALIDATION_ERROR',
    `${chosen} takes no timezone, because pages are counted by UTC days; leave one of them out`,
  );
}

/**
 * Refuses parameters that choose bots beside `ai`, which is about all AI bots.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function refuseChosenBots({ ai, ...query }: BotFilter & { ai?: string | undefined }): void {
  const names = ['bot', 'provider', 'category', 'visitors', 'verification'] as const;
  const chosen = names.filter((name) => query[name] !== undefined);
  if (ai === undefined || chosen.length === 0) return;
  throw new ApiError(
    'VALIDATION_ERROR',
    `ai cannot be combined with ${chosen.join(' and ')}, because it is about the visits of all AI bots`,
  );
}

/**
 * Refuses a series of undeclared automation alone with a verification, which it never has. It would be
 * one of zeros.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function refuseVerifiedAutomation({ bot, category, verification }: BotFilter): void {
  const isAutomation = bot?.toLowerCase() === AUTOMATION.name.toLowerCase();
  if (verification === undefined || (!isAutomation && category !== AUTOMATION.category)) return;
  throw new ApiError(
    'VALIDATION_ERROR',
    `${AUTOMATION.name} is not counted with verification, because nobody verifies who says to be a browser; leave one of them out`,
  );
}
