import { z } from 'zod';
import { websiteFetchSchema } from './website-fetch.js';

/** RFC 9309 asks crawlers to read at least so many bytes of a robots.txt. */
export const MOST_ROBOTS_BYTES = 500 * 1024;

/** For whom the rules of a bot are written. */
export const ROBOTS_ADDRESSED = ['by_name', 'as_any_bot', 'not'] as const;
/** How much of a website rules allow. */
export const ROBOTS_EXTENTS = ['everything', 'part', 'nothing'] as const;

const visits = (what: string) => z.int().min(0).describe(what);
const day = (what: string) => z.iso.date().describe(what);

export const robotsTextSchema = z.object({
  from: day('first day (UTC) on which the text is in force'),
  to: day('last of these days')
    .nullable()
    .describe('last of these days; null when no text follows'),
  source: z.enum(['given', 'fetched']).describe('given by API or command line, or fetched'),
  noted_at: z.iso.datetime().describe('when it was given or fetched'),
  bytes: z.int().min(0).describe('its length; 0 when the website has no robots.txt'),
});
export type RobotsTextDocument = z.infer<typeof robotsTextSchema>;

const fetch = websiteFetchSchema.nullable().describe('the daily fetch; null when it is off');

const TEXT = `must be the text of a robots.txt, of at most ${MOST_ROBOTS_BYTES / 1024} KiB`;
const DAY = 'must be a calendar date YYYY-MM-DD from 2000-01-01 to 9999-12-31';

export const robotsInputSchema = z
  .strictObject(
    {
      text: z
        .string(TEXT)
        .refine((text) => new TextEncoder().encode(text).length <= MOST_ROBOTS_BYTES, TEXT)
        .refine((text) => !text.includes('\0'), 'must have no NUL: it is a text')
        .nullable()
        .optional()
        .describe(
          'what the website answers; empty when it has no robots.txt. Null removes the text of `from`.',
        ),
      from: z.iso
        .date(DAY)
        .refine((from) => from >= '2000-01-01', DAY)
        .optional()
        .describe(
          'first day (UTC) on which the text is in force. Default: today for the first text of a website, tomorrow for one that replaces another, because bots may use that for a day.',
        ),
      fetch: z
        .boolean('must be true or false')
        .optional()
        .describe('whether the service fetches the robots.txt of the domain every day'),
    },
    'must be an object',
  )
  .refine(({ text, fetch }) => text !== undefined || fetch !== undefined, {
    error: 'must have text or fetch',
  })
  .refine(({ text, from }) => from === undefined || text !== undefined, {
    error: 'from needs a text',
  })
  .refine(({ text, from }) => text !== null || from !== undefined, {
    error: 'from must say which text is removed',
  });
export type RobotsInput = z.infer<typeof robotsInputSchema>;

export const robotsLeftOutSchema = z.object({
  rules: z
    .int()
    .min(0)
    .describe(
      'rules beyond the first 10,000 of the text; bots whose rules these are are not judged',
    ),
  long_lines: z
    .int()
    .min(0)
    .describe('lines of more than 16,663 characters, of which only so many are read'),
});
export type RobotsLeftOut = z.infer<typeof robotsLeftOutSchema>;

export const robotsStateSchema = z.object({
  domain: z
    .string()
    .describe('whose robots.txt it is; visits to other hosts are judged by it, too'),
  fetch,
  texts: z.array(robotsTextSchema).describe('the history, the newest text first'),
  text: z
    .string()
    .nullable()
    .describe(
      'the newest text, which may be in force from tomorrow, or with `text_from` the text with that first day; null when there is none',
    ),
  left_out: robotsLeftOutSchema
    .nullable()
    .describe('what of this text is not read, because it is beyond a limit; null without a text'),
});
export type RobotsState = z.infer<typeof robotsStateSchema>;

export const disobedienceSchema = z.object({
  path: z.string().describe('page that the text of the day did not allow'),
  visits: visits('visits of this bot to it while that text was in force'),
  rule: z.string().describe('the rule, as it is written'),
  line: z.int().min(1).describe('its line in the text'),
  text_from: day('first day of that text'),
});

export const robotsBotSchema = z.object({
  name: z.string().describe('name of the bot'),
  provider: z.string().describe('operator of the bot'),
  category: z.string().describe('what the bot is for, e.g. `ai_search`'),
  declared: z.boolean().describe('whether the name is what the bot says of itself'),
  visits: visits('visits by this bot'),
  addressed: z
    .enum(ROBOTS_ADDRESSED)
    .nullable()
    .describe(
      'whether the newest text of the period has rules `by_name` for this bot, or it counts `as_any_bot` (`*`), or no rules are for it; null without a text',
    ),
  allows: z
    .enum(ROBOTS_EXTENTS)
    .nullable()
    .describe('how much of the website these rules allow; null without a text'),
  operator_says: z
    .enum(['obeys', 'ignores'])
    .nullable()
    .describe('whether its operator says that it obeys robots.txt; null when it says nothing'),
  allowed_visits: visits('visits to pages that the text of their day allowed'),
  disallowed_visits: visits('visits to pages that it did not allow'),
  disallowed_verified_visits: visits('of the disallowed visits, those of verified addresses'),
  disallowed_spoofed_visits: visits('of the disallowed visits, those of somebody else'),
  disallowed_unverifiable_visits: visits(
    'of the disallowed visits, those whose address proves nothing',
  ),
  not_judged_visits: visits(
    'visits on days without a text, to pages where it depends on the query, and beyond a limit',
  ),
  beyond_limit_visits: visits(
    'of the visits that are not judged, those beyond a limit: one of `limits_reached`, or the bound on paths of a day',
  ),
  robots_txt_visits: visits('visits to `/robots.txt`: 0 means that it never asked in the period'),
  llms_txt_visits: visits('visits to `/llms.txt`'),
  samples: z.array(disobedienceSchema).describe('at most five of these pages, most visits first'),
});
export type RobotsBot = z.infer<typeof robotsBotSchema>;

/** The limits that a report may reach. */
export const ROBOTS_LIMITS = [
  'rules',
  'long_lines',
  'pages',
  'path_octets',
  'work',
  'time',
] as const;

export const robotsLimitSchema = z.object({
  limit: z
    .enum(ROBOTS_LIMITS)
    .describe(
      '`rules`: rules beyond the first 10,000; bots whose rules these are are not judged. `long_lines`: lines that are read in part. `pages`: pages beyond the first 200,000 are not judged. `path_octets`: pages with the longest paths are not, because all paths have more than 32 MiB. `work`, `time`: others are not, because there are too many rules for so many pages, or because it took too long.',
    ),
  text_from: day('first day of the text'),
  count: z
    .int()
    .min(0)
    .nullable()
    .describe('how many rules, lines or pages that are; null when it is not known'),
});

export const robotsReportSchema = z.object({
  domain: robotsStateSchema.shape.domain,
  period: z.object({ start: day('first day, inclusive'), end: day('last day, inclusive') }),
  texts: z
    .array(robotsTextSchema)
    .describe('texts in force on days of the period, the oldest first'),
  days_without_text: z.int().min(0).describe('days of the period whose visits are not judged'),
  fetch,
  llms_txt: z
    .object({
      bot_visits: visits('visits by bots'),
      ai_bot_visits: visits('visits by AI bots'),
      human_visits: visits('visits by people'),
    })
    .describe('visits to `/llms.txt`, which counts as a page like any other'),
  limits_reached: z
    .array(robotsLimitSchema)
    .describe(
      'why visits are not judged although their day has a text: see `beyond_limit_visits`. A shorter period judges more. Empty when everything was judged.',
    ),
  bots: z.array(robotsBotSchema).describe('the bots, most disallowed visits first'),
});
export type RobotsReport = z.infer<typeof robotsReportSchema>;
