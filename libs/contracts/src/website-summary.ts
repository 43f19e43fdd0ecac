import { z } from 'zod';
import {
  comparisonSchemas,
  periodSchema,
  referersLoggedSchema,
  trafficTotalsSchema,
} from './traffic.js';

/** The counts of one of the websites of an account. */
export const websiteTotalsSchema = z.object({
  id: z.string().describe('identifier of the website, `ws_…`'),
  domain: z.string().describe('domain name of the website'),
  ...trafficTotalsSchema.shape,
  referers_logged: referersLoggedSchema,
});

/** How a website stands now, whatever the period is. */
export const websiteStandingSchema = z.object({
  open_events: z
    .int()
    .min(0)
    .describe('how many events of its alerts are open now, whatever the period is'),
  last_delivery: z.iso
    .datetime()
    .nullable()
    .describe(
      'when the last delivery with entries of this website was accepted, on any feed; null when none was',
    ),
});
export type WebsiteStanding = z.infer<typeof websiteStandingSchema>;

export const websiteSummarySchema = websiteTotalsSchema.extend({
  ...websiteStandingSchema.shape,
  ...comparisonSchemas,
});
export type WebsiteSummary = z.infer<typeof websiteSummarySchema>;

export const accountSummarySchema = z.object({
  period: periodSchema,
  websites: z.array(websiteSummarySchema).describe('the websites of the account, the oldest first'),
});
