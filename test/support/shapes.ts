import {
  API_ERRORS,
  botEntrySchema,
  knownBotSchema,
  pageEntrySchema,
  seriesPointSchema,
  trafficSummarySchema,
  websiteSchema,
} from '@app/contracts';
import { z } from 'zod';

const success = (data: z.ZodRawShape) =>
  z.strictObject({ success: z.literal(true), data: z.strictObject(data) });

/** Every answer with exactly the fields of the specification: one more or less is a fault. */
export const reportShapes = {
  websites: success({ websites: z.array(websiteSchema.strict()) }),
  summary: success({
    ...trafficSummarySchema.shape,
    period: trafficSummarySchema.shape.period.strict(),
  }),
  bots: success({ bots: z.array(botEntrySchema.strict()) }),
  knownBots: success({ bots: z.array(knownBotSchema.strict()) }),
  pages: success({ pages: z.array(pageEntrySchema.strict()) }),
  timeseries: success({ series: z.array(seriesPointSchema.strict()) }),
};

export const errorShape = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.enum(Object.keys(API_ERRORS) as [string, ...string[]]),
    message: z.string().min(1),
  }),
});
