import { z } from 'zod';
import { ALERT_KINDS } from './alert.js';

/**
 * What an event can be about: what an alert asks for, or `webhook_disabled`, which no alert asks for.
 */
export const EVENT_KINDS = [...ALERT_KINDS, 'webhook_disabled'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Numbers and short texts that led to an event. The sentence of the event has them all. */
export const figuresSchema = z.record(z.string(), z.union([z.number(), z.string()]));
export type Figures = z.infer<typeof figuresSchema>;

/** Something that began, and ends by itself. Lists, single answers and webhooks show it so. */
export const eventSchema = z.object({
  id: z.string().describe('identifier, `ev_…`'),
  website_id: z
    .string()
    .nullable()
    .describe('the website, `ws_…`; null for an event of the account itself'),
  domain: z.string().nullable().describe('the domain of the website'),
  alert_id: z
    .string()
    .nullable()
    .describe(
      'the alert that asked for it, `al_…`; null when it is deleted, or when there was none',
    ),
  kind: z.enum(EVENT_KINDS).describe('what it is about'),
  subject: z
    .string()
    .nullable()
    .describe(
      'the bot, category, page, feed, webhook or agent in few words; null when the event is about all AI bots or the website',
    ),
  opened_at: z.iso.datetime().describe('when it was noticed, ISO 8601, UTC'),
  seen_at: z.iso.datetime().describe('when its cause was last there'),
  closed_at: z.iso.datetime().nullable().describe('when it was over; null while it is open'),
  figures: figuresSchema.describe('numbers and short texts that led to it'),
  in_words: z.string().describe('the same in one sentence'),
});
export type EventDocument = z.infer<typeof eventSchema>;
