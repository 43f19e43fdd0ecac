import { z } from 'zod';
import { byVerdict, HUMAN_VISITS, ofBrowsers } from './people-counts.js';
import { VERIFICATION_WORDS } from './verification-word.js';

export const PERIODS = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
] as const;
export type Period = (typeof PERIODS)[number];

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** What the visits of a series can be broken down by. */
export const GROUPINGS = ['bot', 'provider', 'category', 'status'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Which visitors a report can be limited to: all bots, or those whose category starts with `ai_`. */
export const VISITORS = ['bots', 'ai_bots'] as const;
export type Visitors = (typeof VISITORS)[number];

export const visits = (what: string) => z.int().min(0).describe(what);

/** What counts as a visit of a website. */
export const WEBSITE_COUNTS = ['all', 'pages'] as const;
export type WebsiteCount = (typeof WEBSITE_COUNTS)[number];

/** How visits of browsers to a website are judged. */
export const WEBSITE_BEHAVIOURS = ['default', 'entry', 'off'] as const;
export type WebsiteBehaviour = (typeof WEBSITE_BEHAVIOURS)[number];

export const BEHAVIOUR_MEANS =
  '`default`: visits of browsers are judged as BEHAVIOUR says; `entry`: each by what it asks for, and not by what else its visitor does; `off`: by their agents only';

export const websiteSchema = z.object({
  id: z.string().describe('identifier, `ws_…`'),
  domain: z.string().describe('domain name of the website'),
  tracking_id: z.string().describe('`t_…`'),
  count: z
    .enum(WEBSITE_COUNTS)
    .describe('`all`: every request is a visit; `pages`: requests for static files are skipped'),
  behaviour: z.enum(WEBSITE_BEHAVIOURS).describe(BEHAVIOUR_MEANS),
  created_at: z.iso.datetime().describe('ISO 8601, UTC'),
});
export type Website = z.infer<typeof websiteSchema>;

/** The counts by verdict. */
export const byVerification = {
  verified_visits: visits(
    'visits by bots whose address belongs to the bot’s operator; a subset of the visits by bots',
  ),
  spoofed_visits: visits(
    'visits under the name of a bot whose operator publishes all its addresses, from another one; a subset of the visits by bots',
  ),
  unverifiable_visits: visits(
    'visits by bots whose address was checked without a result; the visits by bots that are none of the three were not checked',
  ),
};

/** The counts of a website in a period. */
export const trafficTotalsSchema = z.object({
  total_visits: visits('all visits in the period; human plus bot'),
  bot_visits: visits('visits by bots, AI bots and undeclared automation included'),
  human_visits: visits(HUMAN_VISITS),
  ai_bot_visits: visits('visits by AI bots; a subset of bot_visits'),
  ai_referred_visits: visits('visits by people whom an AI assistant sent')
    .nullable()
    .describe(
      'visits by people whom an AI assistant sent; a subset of human_visits; null with `host`, `country` or `status`, because they are not counted by them',
    ),
  skipped_requests: visits('requests that were skipped')
    .nullable()
    .describe(
      'requests for static files that were skipped, because the website counts pages only; no visits; null with `timezone`, `host`, `country` or `status`, because they are counted by UTC days of the website only',
    ),
  ...byVerification,
  ...byVerdict,
  error_visits: visits('visits answered with a status of 400 or more, by people and bots'),
  ai_error_visits: visits('of these, visits by AI bots'),
  scanner_visits: visits(
    'visits by security scanners, a subset of bot_visits; most ask for what is not there',
  ),
  scanner_error_visits: visits('of error_visits, visits by security scanners'),
});
export type TrafficTotals = z.infer<typeof trafficTotalsSchema>;

/** Whether it is known who was sent by an AI assistant. */
export const referersLoggedSchema = z
  .boolean()
  .describe(
    'whether the logs of this website have had a referer, at any time; false: they do not tell who was sent by an AI assistant, so `ai_referred_visits` is 0 because it is not known',
  );

export const periodSchema = z.object({
  start: z.iso.date().describe('first day, inclusive, UTC or of `timezone`'),
  end: z.iso.date().describe('last day, inclusive, UTC or of `timezone`'),
});

export const statusEntrySchema = z.object({
  status_code: z.int().min(0).max(999).describe('HTTP status of the logged requests'),
  visits: visits('visits answered with it'),
  bot_visits: visits('of these, visits by bots'),
  ai_bot_visits: visits('of these, visits by AI bots'),
  scanner_visits: visits(
    'of the visits by bots, those by security scanners: bots of the category `security_scanner`',
  ),
});
export type StatusEntry = z.infer<typeof statusEntrySchema>;

const change = z
  .number()
  .nullable()
  .describe(
    'change of `compared` relative to `previous`: 0.25 means a quarter more; null when there were none before',
  );

/** What is compared of a period: all of it, or of one that is not over what is over of it. */
export const COMPARED_UNITS = ['period', 'hours', 'days'] as const;
export type ComparedUnit = (typeof COMPARED_UNITS)[number];

/** Which part of a period is compared. */
export const comparedTimeSchema = z.object({
  unit: z
    .enum(COMPARED_UNITS)
    .describe(
      '`period`: the period is over, and all of it is compared; `hours`: its hours that are over, with the same hours before; `days`: its days that are over, with the same days before, because these visits are counted by day',
    ),
  until: z
    .string()
    .describe(
      'end of what is compared, exclusive: `YYYY-MM-DDThh:00:00Z`, with `timezone` with the offset of the zone; the start of the period while nothing of it is over, and then there is nothing to compare',
    ),
});
export type ComparedTime = z.infer<typeof comparedTimeSchema>;

const skippedBefore = trafficTotalsSchema.shape.skipped_requests.describe(
  'requests for static files that were skipped; null with `timezone`, and when hours are compared, because they are counted by UTC days',
);

/** What `compare=previous` adds to the counts of a period. */
export const comparisonSchemas = {
  compared: trafficTotalsSchema
    .omit({ skipped_requests: true })
    .extend(comparedTimeSchema.shape)
    .optional()
    .describe('what of this period is compared with `previous`, only with `compare=previous`'),
  previous: trafficTotalsSchema
    .extend({ skipped_requests: skippedBefore, period: periodSchema })
    .optional()
    .describe(
      'the same number of days directly before, only with `compare=previous`; of a period that is not over, the same part of them as is `compared`',
    ),
  change: z
    .object({
      total_visits: change,
      bot_visits: change,
      human_visits: change,
      ai_bot_visits: change,
      ai_referred_visits: change,
      verified_visits: change,
      spoofed_visits: change,
      unverifiable_visits: change,
      people_visits: change,
      undecided_visits: change,
      automation_visits: change,
      not_judged_visits: change,
      error_visits: change,
      ai_error_visits: change,
      scanner_visits: change,
      scanner_error_visits: change,
    })
    .optional()
    .describe('change from `previous` to `compared`'),
};

export const trafficSummarySchema = trafficTotalsSchema.extend({
  referers_logged: referersLoggedSchema,
  period: periodSchema,
  status_codes: z.array(statusEntrySchema).describe('visits by status code, ascending'),
  ...comparisonSchemas,
});
export type TrafficSummary = z.infer<typeof trafficSummarySchema>;

export const botEntrySchema = z.object({
  name: z.string().describe('name of the bot'),
  provider: z.string().describe('operator of the bot'),
  category: z.string().describe('what the bot is for, e.g. `ai_search`'),
  visits: visits('visits by this bot'),
  pages_visited: visits('distinct paths this bot visited')
    .nullable()
    .describe(
      'distinct paths this bot visited; null with `timezone`, `host`, `country` and `status`',
    ),
  error_visits: visits('visits answered with a status of 400 or more')
    .nullable()
    .describe('visits answered with a status of 400 or more; null with `verification`'),
  first_seen: z.iso
    .datetime()
    .nullable()
    .describe(
      'first visit in the period; null with `path`, `verification`, `host`, `country` and `status`',
    ),
  last_seen: z.iso
    .datetime()
    .nullable()
    .describe(
      'last visit in the period; null with `path`, `verification`, `host`, `country` and `status`',
    ),
  ...byVerification,
  verification: z
    .enum(VERIFICATION_WORDS)
    .nullable()
    .describe(
      'what the checked visits say together: `verified`; `mostly`: at most a tenth of those that could be decided is spoofed; `mixed`; `spoofed`: at most a tenth is verified; `not checkable`: most could not be decided; null when no visit was checked, and with the parameter `verification`',
    ),
  declared: z
    .boolean()
    .describe(
      'whether the bot is not known: name and provider are what it says of itself in its user agent, its category is concluded from them, and nobody checked any of it',
    ),
});
export type BotEntry = z.infer<typeof botEntrySchema>;

export const pageEntrySchema = z.object({
  path: z.string().describe('path of the page, starts with `/`'),
  bot_visits: visits('visits by bots'),
  human_visits: visits(HUMAN_VISITS),
  ai_bot_visits: visits('visits by AI bots; a subset of bot_visits'),
  ...byVerification,
  ...byVerdict,
  error_visits: visits('visits answered with a status of 400 or more')
    .nullable()
    .describe(
      'visits answered with a status of 400 or more, by bots and people; null with `verification`, and until past days are counted again after an upgrade',
    ),
});
export type PageEntry = z.infer<typeof pageEntrySchema>;

export const seriesPointSchema = z.object({
  date: z
    .string()
    .describe(
      'start of the bucket in UTC: a date, or `YYYY-MM-DDThh:00:00Z` for hours; with `timezone` that of the zone, for hours with their offset, `2026-10-25T02:00:00+01:00`',
    ),
  total_visits: visits('all visits in the bucket'),
  bot_visits: visits('visits by bots'),
  human_visits: visits(HUMAN_VISITS),
  ai_bot_visits: visits('visits by AI bots'),
  ...byVerification,
  ...byVerdict,
});
export type SeriesPoint = z.infer<typeof seriesPointSchema>;

const seriesTotalsSchema = seriesPointSchema.omit({ date: true });
export type SeriesTotals = z.infer<typeof seriesTotalsSchema>;

/** What `compare=previous` adds to a series. */
export const seriesComparisonSchemas = {
  compared: seriesTotalsSchema
    .extend(comparedTimeSchema.shape)
    .optional()
    .describe('counts of what of this period is compared with `previous`, only with `compare`'),
  previous: seriesTotalsSchema
    .extend({
      period: periodSchema,
      series: z
        .array(seriesPointSchema)
        .describe('the series of these days, whole, whatever is compared'),
    })
    .optional()
    .describe(
      'the same number of days directly before, only with `compare=previous`; its counts are, of a period that is not over, those of the same part as is `compared`',
    ),
  change: comparisonSchemas.change
    .unwrap()
    .omit({
      ai_referred_visits: true,
      ...{ error_visits: true, ai_error_visits: true },
      ...{ scanner_visits: true, scanner_error_visits: true },
    })
    .optional()
    .describe('change from `previous` to `compared`'),
};

export const seriesGroupSchema = z.object({
  name: z
    .string()
    .nullable()
    .describe(
      'bot, provider, category or status code; null for the rest of the visits, which is the last group',
    ),
  visits: visits('its visits in the period: of bots, or all of them with `group_by=status`'),
  series: z
    .array(z.int().min(0))
    .describe('its visits in each bucket; as many numbers as `series` of the answer has points'),
});
export type SeriesGroup = z.infer<typeof seriesGroupSchema>;

export const spoofedEntrySchema = z.object({
  name: z.string().describe('name of the bot that the visits claim to be'),
  provider: z.string().describe('operator of that bot'),
  category: z.string().describe('what that bot is for, e.g. `ai_search`'),
  network: z
    .string()
    .nullable()
    .describe(
      'network that the visits came from, /24 or /48; null when addresses are not stored, and for the networks beyond the first thousands of a day',
    ),
  visits: visits('spoofed visits from this network'),
  pages_visited: visits(
    'distinct paths that they visited; on days with thousands of them per website, further ones are not counted',
  ),
  first_seen: z.iso.datetime().describe('first of these visits in the period'),
  last_seen: z.iso.datetime().describe('last of these visits in the period'),
});
export type SpoofedEntry = z.infer<typeof spoofedEntrySchema>;

export const referralEntrySchema = z.object({
  source: z.string().describe('AI assistant whose link people followed'),
  visits: visits('visits of browsers that it sent and that are not known to be of automation'),
  ...ofBrowsers,
  provider: z.string().describe('operator of the assistant, under the name that its bots have'),
});
export type ReferralEntry = z.infer<typeof referralEntrySchema>;
/** An assistant as it is counted, without its operator. */
export type CountedReferral = Omit<ReferralEntry, 'provider'>;
