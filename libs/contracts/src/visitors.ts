import { z } from 'zod';

/** Why visits of browsers are not judged, and what changes that. */
export const NOT_JUDGED = {
  no_files: {
    why: 'the log of the day has hardly any static files, which tell readers from programs',
    remedy:
      'send the requests for static files, too; with "count": "pages" they are not counted as visits',
  },
  no_address: {
    why: 'the log has no address of the visitor',
    remedy: 'log the address of the visitor',
  },
  shared_address: {
    why: 'the address may be that of many: private, cut to a network, or of a server of a CDN',
    remedy: 'log the full address of the visitor, and not that of the proxy',
  },
  no_key: {
    why: 'they arrived after their day was closed, the account had too much evidence, or the key of the day was lost',
    remedy: 'send logs within a day of the visits',
  },
  no_evidence: {
    why: 'visitors of the website were not judged when they arrived, or a worker has not judged them yet',
    remedy: 'set BEHAVIOUR=visitor and the behaviour of the website to default',
  },
} as const;
export type NotJudgedReason = keyof typeof NOT_JUDGED;
export const NOT_JUDGED_REASONS = Object.keys(NOT_JUDGED) as NotJudgedReason[];

const visitors = (what: string) =>
  z
    .int()
    .nullable()
    .describe(
      `${what} on this day; a visitor is an address with a user agent on a UTC day; null when visitors of the day are not judged`,
    );
const notJudged = (reason: NotJudgedReason) =>
  z.int().describe(`visits that are not judged because ${NOT_JUDGED[reason].why}`);

/** The visitors of a UTC day, and the visits of browsers that are not judged. */
export const visitorsOfDaySchema = z.object({
  date: z.string().describe('UTC day'),
  people_visitors: visitors('visitors that are people'),
  undecided_visitors: visitors('visitors that may be people or programs'),
  automation_visitors: visitors('visitors that are programs, and say that they are browsers'),
  not_judged_visits: z
    .int()
    .describe('visits of browsers that are not judged: the sum of those by reason that follow'),
  no_files_visits: notJudged('no_files'),
  no_address_visits: notJudged('no_address'),
  shared_address_visits: notJudged('shared_address'),
  no_key_visits: notJudged('no_key'),
  no_evidence_visits: notJudged('no_evidence'),
});
export type VisitorsOfDay = z.infer<typeof visitorsOfDaySchema>;

/** Visits that are not judged for one reason, over all days. */
export const notJudgedSchema = z.object({
  reason: z.enum(NOT_JUDGED_REASONS).describe('why'),
  visits: z.int().describe('visits that are not judged for this reason'),
  why: z.string().describe('the reason, as the end of a sentence'),
  remedy: z.string().describe('what to do so that such visits are judged'),
});
export type NotJudged = z.infer<typeof notJudgedSchema>;
