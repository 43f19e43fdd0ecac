import { z } from 'zod';
import { botEntrySchema, byVerification, visits } from './traffic.js';
import { visitEntrySchema } from './visit-entry.js';

/** How many minutes are told, the running one included. */
export const LIVE_MINUTES = 30;
/** How many visits of bots are shown one by one. */
export const LIVE_SHOWN = 50;

const ofMinute = (what: string) =>
  visits(what).nullable().describe(`${what}; null for a minute that was over before \`since\``);

const { bot, provider, category, path, status_code, verification, country, host } =
  visitEntrySchema.shape;

/** What came to a website in the last minutes. */
export const liveSchema = z.object({
  now: z.iso.datetime().describe('the time of the answer, UTC'),
  since: z.iso
    .datetime()
    .describe(
      'the moment (UTC) from which on all visits are counted: thirty minutes ago, or later',
    ),
  is_complete: z
    .boolean()
    .describe(
      'false when more visits came than are read for one answer: then nothing before `since` is counted',
    ),
  minutes: z
    .array(
      z.object({
        minute: z.iso.datetime().describe('start of the minute, UTC'),
        human_visits: ofMinute(
          'visits with the agent of a browser; whether their visitors are people is judged later',
        ),
        bot_visits: ofMinute('visits by bots'),
        ai_bot_visits: ofMinute('visits by AI bots; a subset of bot_visits'),
      }),
    )
    .describe('the last thirty minutes, ascending; the last one is not over'),
  bots: z
    .array(
      z.object({
        ...botEntrySchema.pick({ name: true, provider: true, category: true }).shape,
        visits: visits('visits by this bot since `since`'),
        ...byVerification,
        last_seen: z.iso.datetime().describe('its last visit'),
      }),
    )
    .describe('the bots that came, most visits first'),
  visits: z
    .array(
      z.object({
        time: z.iso.datetime().describe('time of the request, as it was logged, UTC'),
        ...{ bot, provider, category, path, status_code, verification, country, host },
      }),
    )
    .describe('the last 50 visits of bots, the newest first'),
});
export type Live = z.infer<typeof liveSchema>;
