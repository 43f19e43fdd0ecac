import { bounds, type CoverValues, timestamp } from './cover-values.js';
import { ReportLookups } from './report-lookups.js';
import type { DayRange } from './report-questions.js';
import {
  PAGES_OF_PROVIDERS,
  READS_OF_PROVIDERS,
  SERIES_OF_REFERRALS,
} from './statements/providers.js';

/** The pages of an operator's AI bots. */
export interface PagesOfProvider {
  provider: string;
  pages_visited: number;
  sitemap_pages_read: number;
}

/** The buckets of a course. */
export interface CourseQuestion {
  range: DayRange;
  /** The roll-up to read. Hours are read only when the buckets are not made of whole UTC days. */
  from: 'hour' | 'day';
  /** The starts of all buckets, ascending. The first one may be before the range. */
  buckets: readonly Date[];
}

/** Visits in a bucket: its place in those of the question, from 1. Buckets without any are left out. */
interface PlacedVisits {
  place: number;
  visits: number;
}
export type PlacedReads = PlacedVisits & { provider: string };
export type PlacedReferral = PlacedVisits & { source: string };

/** Reads what the AI bots of each operator did, only from roll-ups and digests. */
export class ProviderReader extends ReportLookups {
  /** @param cover what must be read of the period */
  pages(websiteId: number, cover: CoverValues): Promise<PagesOfProvider[]> {
    return this.readFrom(PAGES_OF_PROVIDERS, { website: websiteId, ...cover });
  }

  /** Returns the reads of each operator by bucket, in any order. */
  reads(websiteId: number, { range, from, buckets }: CourseQuestion): Promise<PlacedReads[]> {
    const values = { website: websiteId, ...bounds(range), buckets: buckets.map(timestamp) };
    return this.readFrom(READS_OF_PROVIDERS[from], values);
  }

  /** Returns the visits that each assistant sent by bucket, in any order. */
  sent(websiteId: number, { range, from, buckets }: CourseQuestion): Promise<PlacedReferral[]> {
    const values = { website: websiteId, ...bounds(range), buckets: buckets.map(timestamp) };
    return this.readFrom(SERIES_OF_REFERRALS[from], values);
  }
}
