import { z } from 'zod';

const count = (what: string) => z.int().min(0).describe(what);
const byWord = (what: string) => z.record(z.string(), z.int().min(1)).describe(what);
const moment = (what: string) => z.iso.datetime().nullable().describe(`${what}, ISO 8601, UTC`);
const seconds = (what: string) =>
  z.number().min(0).nullable().describe(`${what}, in seconds; null when there was no entry`);

const countsSchema = z.object({
  deliveries: count('accepted deliveries; one that the sender repeats counts each time'),
  records: count('records of these deliveries: entries, skipped and rejected ones'),
  entries: count('records that are log entries'),
  without_address: count(
    'entries without an address: no bot is verified by them, and people are not told from programs by what they did',
  ),
  without_host: count('entries that name no host: they count for the website of the key'),
  without_country: count('entries without the country of the visitor'),
  without_fetch_headers: count(
    'entries of logs that do not have the header `Sec-Fetch-Mode`, which tells browsers from programs',
  ),
  without_referer: count(
    'entries without the page that led to the visit, as the first one of every visitor; where it is every entry, the log does not have it',
  ),
  static_files: count('entries that ask for a file of a page, such as a picture or a script'),
  skipped: count('records that are no visits, although nothing is wrong'),
  rejected: count('records that cannot be read; they are not stored'),
  reasons: byWord('skipped and rejected records by reason, the most frequent first'),
  refused: count('deliveries that were refused as a whole after their key was accepted'),
  refusals: byWord('refused deliveries by the code of their error'),
  mean_lag_seconds: seconds('time from a logged request to its arrival here, the mean of entries'),
  largest_lag_seconds: seconds('the same, the largest'),
});
export type FeedCounts = z.infer<typeof countsSchema>;

const sampleSchema = z.object({
  at: z.iso.datetime().describe('when it arrived, ISO 8601, UTC'),
  reason: z.string().describe('reason of the reject, or code of the error of a refused delivery'),
  message: z.string().describe('what is wrong, as the end of a sentence, or as a whole one'),
  outline: z
    .string()
    .nullable()
    .describe(
      'the start of the record with names of fields, but without values: every letter of them is shown as `a` or `A`, every digit as `9`; null for a refused delivery, and for a record that was too long',
    ),
});

/** Whether logs arrive on one feed of a website, and what becomes of them. */
export const feedHealthSchema = z.object({
  feed: z.string().describe('last part of the address of the feed, such as `cloudflare`'),
  first_delivery: moment('first accepted delivery'),
  last_delivery: moment('last accepted delivery'),
  last_24_hours: countsSchema.describe('this hour and the 23 hours before it'),
  last_30_days: countsSchema.describe('today and the 29 days before it, UTC'),
  samples: z
    .array(sampleSchema)
    .describe('the last 20 rejects and refusals of 30 days, the newest first'),
});
export type FeedHealthReport = z.infer<typeof feedHealthSchema>;
