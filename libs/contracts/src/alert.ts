import { z } from 'zod';
import { BOT_CATEGORIES, isAiCategory } from './bot-category.js';

/**
 * `new_bot`: a bot comes for the first time. `unusual_visits`: more or fewer visits than the same
 * hours of the last four weeks had. `errors`: many visits get an error. `spoofed`: many visits come
 * in the name of a bot from other addresses. `feed_silent`: a feed brings nothing for longer than
 * usual. `feed_rejects`: many records of a feed are rejected. `dead_entries`: entries could not be
 * stored. `robots_disobeyed`: a bot visits pages that the robots.txt of the website does not allow.
 * `coverage_below`: AI bots read less of the pages that should be read than they should.
 * `automation_above`: programs that call themselves browsers make a large part of their visits.
 * `fleet_begun`: undeclared automation comes with one agent from many addresses. `brute_force`: it
 * comes for one page again and again.
 */
export const ALERT_KINDS = [
  'new_bot',
  'unusual_visits',
  'errors',
  'spoofed',
  'feed_silent',
  'feed_rejects',
  'dead_entries',
  'robots_disobeyed',
  'coverage_below',
  'automation_above',
  'fleet_begun',
  'brute_force',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_DIRECTIONS = ['above', 'below', 'both'] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

/** Everything of a kind, where nothing is said. */
export const ALERT_DEFAULTS = {
  unusual_visits: { direction: 'both', least: 50 },
  errors: { share: 0.1, least: 20 },
  spoofed: { least: 20 },
  feed_rejects: { share: 0.1, least: 20 },
  dead_entries: { least: 1 },
  robots_disobeyed: { least: 20 },
  coverage_below: { share: 0.5, least: 10 },
  automation_above: { share: 0.5, least: 100 },
  fleet_begun: { least: 100, addresses: 20 },
  brute_force: { least: 100 },
} as const;

const LONGEST_BOT = 200;
const LONGEST_PATH = 2_048;
const LONGEST_FEED = 64;
const LARGEST_LEAST = 1_000_000_000;
const SMALLEST_SHARE = 0.001;

/** Control characters and lone surrogates cannot be displayed, and PostgreSQL refuses NUL. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
const STATUSES = /^(?:[45]xx|[45]\d\d)$/;

function givenText(what: string, longest: number, pattern?: RegExp) {
  const fault = `must be ${what}`;
  return z
    .string(fault)
    .min(1, fault)
    .max(longest, fault)
    .refine((text) => !UNPRINTABLE.test(text) && (pattern?.test(text) ?? true), fault);
}

const LEAST = `must be an integer from 1 to ${LARGEST_LEAST}`;
const least = (what: string) => z.int(LEAST).min(1, LEAST).max(LARGEST_LEAST, LEAST).describe(what);
const SHARE = `must be a number from ${SMALLEST_SHARE} to 1`;
const share = (what: string) =>
  z.number(SHARE).min(SMALLEST_SHARE, SHARE).max(1, SHARE).describe(what);

const CATEGORY = `must be one of ${BOT_CATEGORIES.join(', ')}`;
const category = z.enum(BOT_CATEGORIES, CATEGORY);
const CATEGORIES = 'must be a list of 1 to 20 categories, each once';

/** Every field that an alert can have, as it may be given. */
const FIELDS = {
  bot: givenText('the name of a bot', LONGEST_BOT).describe('only this bot'),
  category: category.describe('only bots of this category'),
  categories: z
    .array(category, CATEGORIES)
    .min(1, CATEGORIES)
    .max(BOT_CATEGORIES.length, CATEGORIES)
    .refine((list) => new Set(list).size === list.length, CATEGORIES)
    .describe('only bots of these categories; those of AI bots if it is left out'),
  path: givenText(
    `a path of 1 to ${LONGEST_PATH} characters that begins with /`,
    LONGEST_PATH,
    /^\//,
  ).describe('only this page, without its query string'),
  feed: givenText('the name of a feed, e.g. cloudflare', LONGEST_FEED, /^[a-z0-9-]+$/).describe(
    'only this feed: the last part of its address',
  ),
  direction: z
    .enum(ALERT_DIRECTIONS, `must be one of ${ALERT_DIRECTIONS.join(', ')}`)
    .describe('more visits than usual, fewer, or both'),
  share: share(
    'the part of the visits or records that must be exceeded, or of the pages that must be read, from 0.001 to 1',
  ),
  statuses: givenText('4xx, 5xx or one status from 400 to 599', 3, STATUSES).describe(
    'only these errors: `4xx`, `5xx` or one status; all from 400 on if it is left out',
  ),
  least: least('fewer are never told, so that small websites are quiet'),
  addresses: least('a fleet of fewer addresses is never told'),
  enabled: z.boolean('must be true or false').describe('false: it is kept, and tells nothing'),
} as const;

const { bot, path, feed, direction, statuses, categories } = FIELDS;
const DEFAULTS = ALERT_DEFAULTS;
const enabled = FIELDS.enabled.default(true);
const OBJECT = 'must be an object';

const ofBots = {
  bot: bot.nullable().default(null),
  category: FIELDS.category.nullable().default(null),
};

/** What each kind takes, with its defaults. */
const INPUTS = {
  new_bot: z.strictObject({
    kind: z.literal('new_bot').describe('a bot comes for the first time'),
    categories: categories.nullable().default(null),
    enabled,
  }),
  unusual_visits: z.strictObject({
    kind: z
      .literal('unusual_visits')
      .describe('more or fewer visits than the same hours of the last four weeks had'),
    ...ofBots,
    direction: direction.default(DEFAULTS.unusual_visits.direction),
    least: FIELDS.least.default(DEFAULTS.unusual_visits.least),
    enabled,
  }),
  errors: z.strictObject({
    kind: z.literal('errors').describe('many visits get an error'),
    ...ofBots,
    path: path.nullable().default(null),
    statuses: statuses.nullable().default(null),
    share: FIELDS.share.default(DEFAULTS.errors.share),
    least: FIELDS.least.default(DEFAULTS.errors.least),
    enabled,
  }),
  spoofed: z.strictObject({
    kind: z
      .literal('spoofed')
      .describe('many visits come in the name of a bot from other addresses'),
    bot: bot.nullable().default(null),
    least: FIELDS.least.default(DEFAULTS.spoofed.least),
    enabled,
  }),
  feed_silent: z.strictObject({
    kind: z.literal('feed_silent').describe('a feed brings nothing for longer than usual'),
    feed: feed.nullable().default(null),
    enabled,
  }),
  feed_rejects: z.strictObject({
    kind: z.literal('feed_rejects').describe('many records of a feed are rejected'),
    feed: feed.nullable().default(null),
    share: FIELDS.share.default(DEFAULTS.feed_rejects.share),
    least: FIELDS.least.default(DEFAULTS.feed_rejects.least),
    enabled,
  }),
  dead_entries: z.strictObject({
    kind: z.literal('dead_entries').describe('entries could not be stored'),
    least: FIELDS.least.default(DEFAULTS.dead_entries.least),
    enabled,
  }),
  robots_disobeyed: z.strictObject({
    kind: z
      .literal('robots_disobeyed')
      .describe('a bot visits pages that the robots.txt of the website does not allow'),
    ...ofBots,
    least: FIELDS.least.default(DEFAULTS.robots_disobeyed.least),
    enabled,
  }),
  coverage_below: z.strictObject({
    kind: z
      .literal('coverage_below')
      .describe('AI bots read less than a part of the pages that should be read'),
    ...ofBots,
    share: FIELDS.share.default(DEFAULTS.coverage_below.share),
    least: FIELDS.least.default(DEFAULTS.coverage_below.least),
    enabled,
  }),
  automation_above: z.strictObject({
    kind: z
      .literal('automation_above')
      .describe('undeclared automation makes more than a part of the visits of browsers'),
    share: FIELDS.share.default(DEFAULTS.automation_above.share),
    least: FIELDS.least.default(DEFAULTS.automation_above.least),
    enabled,
  }),
  fleet_begun: z.strictObject({
    kind: z
      .literal('fleet_begun')
      .describe('undeclared automation comes with one agent from many addresses'),
    least: FIELDS.least.default(DEFAULTS.fleet_begun.least),
    addresses: FIELDS.addresses.default(DEFAULTS.fleet_begun.addresses),
    enabled,
  }),
  brute_force: z.strictObject({
    kind: z
      .literal('brute_force')
      .describe(
        'undeclared automation writes to one page, or asks for it in vain, again and again',
      ),
    least: FIELDS.least.default(DEFAULTS.brute_force.least),
    enabled,
  }),
} as const;

/** Body of `POST /websites/:id/alerts`. */
export const alertInputSchema = z
  .discriminatedUnion(
    'kind',
    [
      INPUTS.new_bot,
      INPUTS.unusual_visits,
      INPUTS.errors,
      INPUTS.spoofed,
      INPUTS.feed_silent,
      INPUTS.feed_rejects,
      INPUTS.dead_entries,
      INPUTS.robots_disobeyed,
      INPUTS.coverage_below,
      INPUTS.automation_above,
      INPUTS.fleet_begun,
      INPUTS.brute_force,
    ],
    {
      error: ({ input }) =>
        typeof input === 'object' && input !== null
          ? `must be one of ${ALERT_KINDS.join(', ')}`
          : OBJECT,
    },
  )
  .superRefine((alert, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if ('category' in alert && alert.bot !== null && alert.category !== null)
      refuse('category', 'must not stand beside `bot`');
    if (alert.kind === 'coverage_below' && alert.category && !isAiCategory(alert.category))
      refuse(
        'category',
        `must be one of AI bots: ${BOT_CATEGORIES.filter(isAiCategory).join(', ')}`,
      );
    if (alert.kind === 'errors' && alert.path !== null && alert.statuses !== null)
      refuse(
        'statuses',
        'must not stand beside `path`, because all errors of a page are counted together',
      );
  });
export type AlertInput = z.infer<typeof alertInputSchema>;

/** Body of `PATCH /alerts/:id`: what is given changes, and must be a field of its kind. */
export const alertChangesSchema = z
  .strictObject(
    {
      bot: bot.nullish(),
      category: FIELDS.category.nullish(),
      categories: categories.nullish(),
      path: path.nullish(),
      feed: feed.nullish(),
      direction: direction.optional(),
      share: FIELDS.share.optional(),
      statuses: statuses.nullish(),
      least: FIELDS.least.optional(),
      addresses: FIELDS.addresses.optional(),
      enabled: FIELDS.enabled.optional(),
    },
    OBJECT,
  )
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'must have at least one field that changes',
  });
export type AlertChanges = z.infer<typeof alertChangesSchema>;

const known = <Schema extends z.ZodType>(schema: Schema, what: string) =>
  schema.nullable().describe(`${what}; null where it does not apply`);

/** An alert with all its conditions. Fields that its kind does not have are null. */
export const alertSchema = z.object({
  id: z.string().describe('identifier, `al_…`'),
  website_id: z.string().describe('the website, `ws_…`'),
  kind: z.enum(ALERT_KINDS).describe('what it tells'),
  bot: known(z.string(), 'only this bot'),
  category: known(z.string(), 'only bots of this category'),
  categories: known(z.array(z.string()), 'only bots of these categories'),
  path: known(z.string(), 'only this page'),
  feed: known(z.string(), 'only this feed'),
  direction: known(z.enum(ALERT_DIRECTIONS), 'more visits than usual, fewer, or both'),
  share: known(z.number(), 'the part that must be exceeded, or of the pages that must be read'),
  statuses: known(z.string(), 'only these errors'),
  least: known(z.int(), 'fewer are never told'),
  addresses: known(z.int(), 'a fleet of fewer addresses is never told'),
  enabled: z.boolean().describe('false: it tells nothing'),
  in_words: z.string().describe('what it asks to be told, in one sentence'),
  open_events: z.int().describe('how many of its events are open'),
  created_at: z.iso.datetime().describe('ISO 8601, UTC'),
  changed_at: z.iso.datetime().describe('ISO 8601, UTC'),
});
export type Alert = z.infer<typeof alertSchema>;
