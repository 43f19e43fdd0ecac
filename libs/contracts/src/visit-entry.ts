import { z } from 'zod';
import { VERIFICATIONS } from './verification.js';

const nullable = (what: string) => z.string().nullable().describe(what);

/** A visit as it is stored, one by one. The first fields are those of the log entry. */
export const visitEntrySchema = z.object({
  timestamp: z.iso.datetime().describe('when the visit was, ISO 8601, UTC, with milliseconds'),
  method: z.string().describe('method of the request'),
  host: z.string().describe('host that was asked; empty when the log did not name one'),
  path: z.string().describe('path of the request, without its query'),
  status_code: z.int().min(0).max(999).describe('status of the answer'),
  ip: nullable('address of the visitor as it is stored, which IP_STORAGE decides; null without'),
  user_agent: z.string().describe('user agent of the visitor'),
  referer: nullable('page that led to the visit, without its query'),
  bot: nullable('name of the bot, as the report of bots has it; null for people'),
  provider: nullable('operator of the bot; null for people'),
  category: nullable('what the bot is for, e.g. `ai_search`; null for people'),
  verification: z
    .enum(VERIFICATIONS)
    .nullable()
    .describe('what is known about the address of the bot; null for people'),
  browser: nullable('browser of a person'),
  os: nullable('operating system of a person'),
  device: nullable('kind of device of a person'),
  referral_source: nullable('AI assistant that sent a person'),
});
export type VisitEntry = z.infer<typeof visitEntrySchema>;
