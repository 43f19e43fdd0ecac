import { z } from 'zod';
import { ofBrowsers } from './people-counts.js';
import { visits } from './traffic.js';

/** A page to which assistants sent somebody, or which they read for an answer. */
export const landingEntrySchema = z.object({
  path: z.string().describe('path of the page, starts with `/`'),
  crawled_visits: visits(
    'reads by AI bots that collect: for training, for a search index, to sell, or for a purpose that nobody knows',
  ),
  answered_visits: visits('reads by assistants and agents, while they answer or act for somebody'),
  sent_visits: visits(
    'visits of browsers that assistants sent to it and that are not known to be of automation; the three counts below add up to it',
  ),
  ...ofBrowsers,
  not_judged_visits: visits('those whose visitors could not be judged'),
});
export type LandingEntry = z.infer<typeof landingEntrySchema>;

/** From when on it is known to which pages assistants sent somebody. */
export const landingsKnownSinceSchema = z.iso
  .date()
  .nullable()
  .describe(
    'first day (UTC) from which on it is known to which pages assistants sent somebody, when it is after the start of the period: raw visits of earlier days were gone when the service began to count them; null: it is known for all of these days',
  );
