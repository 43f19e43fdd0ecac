import type { BotColumn, BotFilter } from '@app/storage';
import { ApiError } from '../http/api-error.js';

const BY_TIME: readonly BotColumn[] = ['first_seen', 'last_seen'];

/**
 * Refuses to order bots by a column that is not counted with the filter of the request.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function refuseUncounted(
  column: BotColumn,
  { path, verification }: { path?: string | undefined } & Pick<BotFilter, 'verification'>,
): void {
  const uncounted = verification === undefined ? BY_TIME : [...BY_TIME, 'error_visits'];
  if ((path ?? verification) === undefined || !uncounted.includes(column)) return;
  const filter = verification === undefined ? 'path' : 'verification';
  throw new ApiError(
    'VALIDATION_ERROR',
    `sort must be another column, because ${column} is not counted with ${filter}`,
  );
}

/**
 * Refuses parameters that choose bots beside `ai`, which is about all AI bots.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export function refuseChosenBots({ ai, ...query }: BotFilter & { ai?: string | undefined }): void {
  const names = ['bot', 'provider', 'category', 'verification'] as const;
  const chosen = names.filter((name) => query[name] !== undefined);
  if (ai === undefined || chosen.length === 0) return;
  throw new ApiError(
    'VALIDATION_ERROR',
    `ai cannot be combined with ${chosen.join(' and ')}, because it is about the visits of all AI bots`,
  );
}
