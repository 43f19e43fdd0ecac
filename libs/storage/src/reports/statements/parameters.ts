import { Parameter } from '../../compose/sql.js';

/** The parameters of reports. Moments are starts of UTC hours or days. */
export const WEBSITE = new Parameter('website', 'integer', 'website');
export const WEBSITES = new Parameter('websites', 'integer[]', 'websites');
export const FROM = new Parameter('from', 'timestamptz', 'from (inclusive)');
export const TO = new Parameter('to', 'timestamptz', 'to (exclusive)');

/** The whole days, weeks or months of a period. What is left at its edges is read from shorter buckets. */
export const WHOLE_FROM = new Parameter('wholeFrom', 'timestamptz', 'the first whole bucket');
export const WHOLE_TO = new Parameter('wholeTo', 'timestamptz', 'the end of the whole buckets');

/** What the pages of a period are read from. */
export const GRAINS = new Parameter('grains', 'text[]', 'grains of the digests to read');
export const STARTS = new Parameter('starts', 'timestamptz[]', 'buckets of these digests');
export const DAYS = new Parameter('days', 'timestamptz[]', 'the other days to read');
export const RECENT_FROM = new Parameter('recentFrom', 'timestamptz', 'recent days (inclusive)');
export const RECENT_TO = new Parameter('recentTo', 'timestamptz', 'end of the recent days');

export const BOTS = new Parameter('bots', 'integer[]', 'bots or null');
export const VERIFICATION = new Parameter('verification', 'text', 'verification or null');
export const PATH = new Parameter('path', 'text', 'prefix of the path or null');
export const PAGE = new Parameter('page', 'bigint', 'the only page or null');
export const BUCKETS = new Parameter(
  'buckets',
  'timestamptz[]',
  'starts of the buckets, ascending',
);
export const INTERVAL = new Parameter('interval', 'text', 'day, week or month');
export const LIMIT = new Parameter('limit', 'bigint', 'limit or null');
