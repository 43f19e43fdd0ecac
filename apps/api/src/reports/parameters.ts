import {
  BOT_CATEGORIES,
  EARLIEST_DATE,
  LATEST_DATE,
  PERIODS,
  VERIFICATIONS,
  VISITORS,
} from '@app/contracts';
import { z } from 'zod';
import { oneOf, text } from '../http/parameters.js';
import { isZone } from './zone.js';

/** Both bounds in the document: OpenAPI has no least and greatest date. */
const FROM_2000_TO_2099 = '^20\\d\\d-\\d\\d-\\d\\d$';

/** A calendar day, optional. */
export const date = z.iso
  .date('must be a calendar date YYYY-MM-DD')
  .refine((day) => day >= EARLIEST_DATE, `must not be before ${EARLIEST_DATE}`)
  .refine((day) => day <= LATEST_DATE, `must not be after ${LATEST_DATE}`)
  .optional()
  .meta({ pattern: FROM_2000_TO_2099 });

const DATES = `from ${EARLIEST_DATE} to ${LATEST_DATE}`;
export const PERIOD = {
  period: oneOf(PERIODS)
    .default('last_7_days')
    .describe('Named period of days (UTC). `last_7_days` and `last_30_days` include today.'),
  start_date: date.describe(`First day, inclusive, ${DATES}. It takes precedence over \`period\`.`),
  end_date: date.describe(
    `Last day, inclusive, ${DATES}. Default: today. It needs a \`start_date\`.`,
  ),
};
export const BOTS = {
  bot: text(2_048)
    .optional()
    .describe(
      'Counts only this bot. Give its name, for example `GPTBot`, in upper or lower case. A name that a bot gives itself counts from its third visit in the period on, that of an AI bot from the first one on; before, it is `Unidentified bot`.',
    ),
  provider: text(2_048)
    .optional()
    .describe('Counts only bots of this provider, for example `OpenAI`.'),
  category: oneOf(BOT_CATEGORIES).optional().describe('Counts only bots of this category.'),
  visitors: oneOf(VISITORS)
    .optional()
    .describe('Counts only bots, or only AI bots: those whose category starts with `ai_`.'),
};
export const VERIFICATION = {
  verification: oneOf(VERIFICATIONS)
    .optional()
    .describe(
      'Counts only visits by bots whose address was `verified`, `spoofed`, `unverifiable` or `not_checked`. All counts are then of these visits; what is not counted by verification is null.',
    ),
};
export const PATH = {
  path: text(2_048)
    .refine((path) => path.startsWith('/'), 'must start with /')
    .optional()
    .describe('Lists only paths that start with this text, for example `/blog/`.'),
};
export const PAGE = {
  exact_path: text(2_048)
    .refine((path) => path.startsWith('/'), 'must start with /')
    .optional()
    .describe('Counts only visits to the page with exactly this path, for example `/pricing`.'),
};
export const COMPARE = {
  compare: oneOf(['previous'])
    .optional()
    .describe(
      '`previous` adds the counts of as many days right before, and the change. Of a period that is not over, only what is over of it is compared: `compared` tells until when.',
    ),
};

export const TIMEZONE = {
  timezone: text(64)
    .refine(isZone, 'must be the name of a time zone, for example Europe/Berlin')
    .optional()
    .describe(
      'Days are those of this time zone, for example `Europe/Berlin`, counted from hours. It must be whole hours from UTC in the period. Default: UTC.',
    ),
};
