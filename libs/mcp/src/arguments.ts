import {
  BOT_CATEGORIES,
  canonicalHost,
  PERIODS,
  VERIFICATIONS,
  VISITORS as WHICH_VISITORS,
} from '@app/contracts';
import { z } from 'zod';

/** Schema of an argument that has one of a few values. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

/** Schema of an argument that is a text. */
export function text(most: number) {
  const fault = `must be text of 1 to ${most} characters`;
  return z.string(fault).min(1, fault).max(most, fault);
}

const path = text(2_048).startsWith('/', 'must start with /');
const day = z.iso.date('must be a calendar date YYYY-MM-DD').optional();

/** Number of rows that a list has at most. */
export function limit(most: number, usual: number) {
  const fault = `must be an integer from 1 to ${most}`;
  return z
    .int(fault)
    .min(1, fault)
    .max(most, fault)
    .default(usual)
    .describe('at most so many rows');
}

/** Rows of a list are few unless more are requested: 20, and at most 200. */
export const LIMIT = { limit: limit(200, 20) };

const NOT_A_WEBSITE = 'must be the id of a website, ws_…, as list_websites has them';
/** The id stands in a path of the API, so it must have no other characters. */
export const WEBSITE = {
  website: z
    .string(NOT_A_WEBSITE)
    .regex(/^ws_[0-9A-Za-z]+$/, NOT_A_WEBSITE)
    .describe('id of the website, from list_websites'),
};
export const WEBSITE_OR_ALL = {
  website: WEBSITE.website
    .optional()
    .describe('id of the website, from list_websites; left out: all websites'),
};

/** The days of a report. */
export const DAYS = {
  period: oneOf(PERIODS)
    .default('last_7_days')
    .describe('named period of UTC days; all but yesterday and last_month include today'),
  start_date: day.describe('first day, YYYY-MM-DD; takes precedence over period'),
  end_date: day.describe('last day, YYYY-MM-DD; needs a start_date; default: today'),
};

export const BOT = text(200).describe(
  'one bot by its name, as list_bots has it, for example GPTBot',
);

/** The bots whose visits are counted. */
export const BOTS = {
  bot: BOT.optional(),
  provider: text(200)
    .optional()
    .describe('only bots of this operator, as list_bots has it, for example OpenAI'),
  category: oneOf(BOT_CATEGORIES).optional().describe('only bots of this category'),
};

export const VISITORS = {
  visitors: oneOf(WHICH_VISITORS)
    .optional()
    .describe('bots: all bots; ai_bots: AI bots of all categories ai_…'),
};

export const VERIFICATION = {
  verification: oneOf(VERIFICATIONS)
    .optional()
    .describe('only visits of bots whose address was judged so'),
};

export const PATH = {
  path: path.optional().describe('only pages whose path starts so, for example /blog/'),
};
export const EXACT_PATH = {
  exact_path: path.optional().describe('only the page with exactly this path'),
};

const NOT_A_COUNTRY = 'must be two letters, for example DE';
/** The host or the country whose visits are counted. */
export const DIMENSION = {
  host: text(1_024)
    .refine((host) => canonicalHost(host) !== '', 'must be a host, for example shop.example')
    .optional()
    .describe('only visits for this host, as list_hosts has it; not with country or pages'),
  country: z
    .string(NOT_A_COUNTRY)
    .regex(/^[A-Za-z]{2}$/, NOT_A_COUNTRY)
    .optional()
    .describe('only visits from this country, two letters; not with host or pages'),
};

/** Arguments with which the visits of people are not counted. */
const CHOOSING_BOTS = ['bot', 'provider', 'category', 'visitors', 'verification'];

/** Whether arguments choose bots. The API then reports 0 for visits by people, whatever they were. */
export const choosesBots = (args: Readonly<Record<string, unknown>>): boolean =>
  CHOOSING_BOTS.some((name) => args[name] !== undefined);
