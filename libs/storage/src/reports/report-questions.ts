import { FILTER_DIMENSIONS, type FilterDimension } from './statements/sources.js';
import type {
  BotCategory,
  PeopleCounts,
  Verification,
  VerificationCounts,
  Visitors,
} from '@app/contracts';

/** Whole UTC days. Both ends are midnights: `from` is inclusive, `to` exclusive. */
export interface DayRange {
  from: Date;
  to: Date;
}

/** Counts of one bucket. Buckets without visits are not read. */
export interface BucketCounts extends VerificationCounts, Partial<PeopleCounts> {
  /** Start of the bucket, epoch seconds UTC. */
  bucket: number;
  total_visits: number;
  bot_visits: number;
  human_visits: number;
  ai_bot_visits: number;
}

/**
 * Limits a report to the visits with one value of a dimension: at most one of them is given. A host is
 * in its canonical form, a country is two capital letters.
 */
export type DimensionFilter = { [Dimension in FilterDimension]?: string | undefined };

/** Tells whether a report is limited to one value of a dimension. */
export function isLimited(filter: DimensionFilter): boolean {
  return FILTER_DIMENSIONS.some((dimension) => filter[dimension] !== undefined);
}

/**
 * Which visits of bots a report is about. Without any filter it is about all visits, including
 * those of people.
 */
export interface BotFilter extends DimensionFilter {
  bot?: string | undefined;
  provider?: string | undefined;
  category?: BotCategory | undefined;
  /** Only bots, or only AI bots. */
  visitors?: Visitors | undefined;
  verification?: Verification | undefined;
}

/** Limits a list to a part of its items. */
export interface ListFilter extends BotFilter {
  /** The start of the paths. */
  path?: string | undefined;
  /** The path of the only page. */
  exact_path?: string | undefined;
  /** Only bots that had no visit before. */
  onlyNew?: boolean | undefined;
  /** Only pages that no AI bot visited, or only those that one did; for pages of all bots. */
  ai?: 'none' | 'some' | undefined;
  /** Only pages with content, and not those that only security scanners asked for. */
  only?: 'content' | undefined;
  limit?: number | undefined;
}
