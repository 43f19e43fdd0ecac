import {
  accountSchema,
  accountSummarySchema,
  API_ERRORS,
  botEntrySchema,
  clientsSchema,
  createdKeySchema,
  freshnessSchema,
  keySchema,
  knownBotSchema,
  landingEntrySchema,
  landingsKnownSinceSchema,
  notJudgedSchema,
  pageEntrySchema,
  peopleKnownUntilSchema,
  providerEntrySchema,
  providersComparedSchema,
  referersLoggedSchema,
  referralEntrySchema,
  seriesComparisonSchemas,
  seriesGroupSchema,
  seriesPointSchema,
  spoofedEntrySchema,
  toldGroupSchema,
  trafficSummarySchema,
  visitorsOfDaySchema,
  websiteSchema,
  websiteSummarySchema,
} from '@app/contracts';
import { z } from 'zod';

const success = (data: z.ZodRawShape) =>
  z.strictObject({ success: z.literal(true), data: z.strictObject(data) });

const known = { people_known_until: peopleKnownUntilSchema };
const page = { next_cursor: z.string().nullable() };

/** Every answer with exactly the fields of the specification. One more or one less is a fault. */
export const reportShapes = {
  websites: success({ websites: z.array(websiteSchema.strict()) }),
  summary: success({
    ...trafficSummarySchema.shape,
    period: trafficSummarySchema.shape.period.strict(),
  }),
  accountSummary: success({
    period: accountSummarySchema.shape.period.strict(),
    websites: z.array(websiteSummarySchema.strict()),
    next_cursor: z.string().nullable(),
  }),
  freshness: success({
    ...freshnessSchema.shape,
    address_lists: freshnessSchema.shape.address_lists.strict(),
  }),
  bots: success({ bots: z.array(botEntrySchema.strict()) }),
  botsPart: success({ bots: z.array(botEntrySchema.strict()), ...page }),
  knownBots: success({ bots: z.array(knownBotSchema.strict()) }),
  pages: success({ pages: z.array(pageEntrySchema.strict()), ...known }),
  pagesPart: success({ pages: z.array(pageEntrySchema.strict()), ...known, ...page }),
  spoofed: success({ spoofed: z.array(spoofedEntrySchema.strict()) }),
  referrals: success({
    referrals: z.array(referralEntrySchema.strict()),
    referers_logged: referersLoggedSchema,
    ...known,
  }),
  providers: success({
    providers: z.array(providerEntrySchema.strict()),
    compared: providersComparedSchema,
    sitemap_pages: z.int().nullable(),
    referers_logged: referersLoggedSchema,
    ...known,
    ...page,
  }),
  landings: success({
    landings: z.array(landingEntrySchema.strict()),
    referers_logged: referersLoggedSchema,
    sent_known_since: landingsKnownSinceSchema,
    ...known,
    ...page,
  }),
  automation: success({ groups: z.array(toldGroupSchema.strict()) }),
  clients: success({ ...clientsSchema.shape, ...known }),
  visitors: success({
    period: trafficSummarySchema.shape.period.strict(),
    days: z.array(visitorsOfDaySchema.strict()),
    not_judged: z.array(notJudgedSchema.strict()),
  }),
  timeseries: success({ series: z.array(seriesPointSchema.strict()) }),
  comparedSeries: success({
    series: z.array(seriesPointSchema.strict()),
    compared: seriesComparisonSchemas.compared.unwrap().strict(),
    previous: seriesComparisonSchemas.previous.unwrap().strict(),
    change: seriesComparisonSchemas.change.unwrap().strict(),
  }),
  groupedSeries: success({
    series: z.array(seriesPointSchema.strict()),
    groups: z.array(seriesGroupSchema.strict()),
  }),
};

/** The answers of the account area, just as exact. */
export const accountShapes = {
  website: success(websiteSchema.shape),
  websitePage: success({ websites: z.array(websiteSchema.strict()), ...page }),
  key: success(keySchema.shape),
  createdKey: success(createdKeySchema.shape),
  keyPage: success({ keys: z.array(keySchema.strict()), ...page }),
  account: success({
    ...accountSchema.shape,
    limits: accountSchema.shape.limits.strict(),
    usage: z.strictObject({
      minute: accountSchema.shape.usage.shape.minute.strict(),
      day: accountSchema.shape.usage.shape.day.strict(),
      month: accountSchema.shape.usage.shape.month.strict(),
    }),
  }),
};

export const errorShape = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.enum(Object.keys(API_ERRORS) as [string, ...string[]]),
    message: z.string().min(1),
  }),
});
