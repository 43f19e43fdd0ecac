import type { KeyHolder } from '@app/access';
import { canonicalHost } from '@app/contracts';
import { type DimensionFilter, FILTER_DIMENSIONS, type FilterDimension } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { text } from '../http/parameters.js';
import { STATUS, statusesOf } from '../http/status-codes.js';
import { formatDate } from './calendar.js';

/** The parameters that limit a report to the visits with one value of a dimension. */
export const DIMENSION = {
  host: text(1_024)
    .refine((host) => canonicalHost(host) !== '', 'must be a host, for example shop.example')
    .optional()
    .describe(
      'Counts only visits for this host, for example `shop.example`, as the report `hosts` has it. What is not counted by host is null.',
    ),
  status: STATUS.describe(
    'Counts only visits with this status code, `404`, or class, `4xx`. What is not counted by status code is null.',
  ),
  country: text(2)
    .refine((country) => /^[A-Za-z]{2}$/.test(country), 'must be two letters, for example DE')
    .optional()
    .describe(
      'Counts only visits from this country, as two letters (ISO 3166-1 alpha-2), for example `DE`. What is not counted by country is null.',
    ),
};

/** How a value that a request gives is counted. */
const COUNTED_AS: Record<FilterDimension, (value: string) => string> = {
  host: canonicalHost,
  country: (country) => country.toUpperCase(),
  status: (status) => `[${statusesOf(status).join()}]`,
};

/** What a request may have beside them. Pages are not counted by dimension. */
type Query = DimensionFilter & { path?: string | undefined; exact_path?: string | undefined };

/**
 * Returns the value of a dimension that a report is limited to, as it is counted.
 *
 * @throws ApiError FORBIDDEN for a host in a shared link; VALIDATION_ERROR beside another dimension, and
 *   beside parameters that choose pages
 */
export function dimensionOf(
  query: Query,
  { websiteId }: Pick<KeyHolder, 'websiteId'>,
): DimensionFilter {
  if (query.host !== undefined && websiteId !== null)
    throw new ApiError('FORBIDDEN', 'A shared link shows no hosts: leave host out');
  const [name, other] = FILTER_DIMENSIONS.filter((dimension) => query[dimension] !== undefined);
  if (name === undefined) return {};
  if (other !== undefined)
    throw invalid(`${name} cannot be combined with ${other}, because they are counted apart`);
  const pages = (['path', 'exact_path'] as const).find((one) => query[one] !== undefined);
  if (pages !== undefined)
    throw invalid(`${name} takes no ${pages}, because pages are not counted by ${name}`);
  return { [name]: COUNTED_AS[name](query[name] as string) };
}

/**
 * Refuses days from which no host and country is known.
 *
 * @param since epoch milliseconds; null when they always are
 * @throws ApiError VALIDATION_ERROR
 */
export function refuseUnknownDays(from: Date, since: number | null): void {
  if (since === null || from.getTime() >= since) return;
  const day = formatDate(new Date(since));
  throw invalid(
    `hosts, countries and status codes of bots are known from ${day} (UTC) on only, and this report would tell of days before: ask for later days, leave ${FILTER_DIMENSIONS.join(' and ')} out, and compare where it needs days before`,
  );
}

const invalid = (message: string) => new ApiError('VALIDATION_ERROR', message);
