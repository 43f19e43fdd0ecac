import { z } from 'zod';
import { addressOf, type Query } from './ask.js';

/** A tool as it is listed, and the question to the API that a use of it is. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  /** What is told of the answer. Fields that are not named here are left out. */
  output: z.ZodObject;
  addressOf: (input: never) => string;
  /** Makes the answer shorter before it is told. */
  compact?: (data: never) => unknown;
}

/** Declares a tool. The question gets what its input schema says. */
export function tool<Input extends z.ZodObject>(
  declared: Omit<Tool, 'input' | 'addressOf'> & {
    input: Input;
    path: (input: z.output<Input>) => string;
    query?: (input: z.output<Input>) => Query;
  },
): Tool {
  const { path, query, ...rest } = declared;
  return {
    ...rest,
    addressOf: (input: z.output<Input>) => addressOf(path(input), query?.(input) ?? {}),
  };
}

/** The id of a website stands in a path of the API, so it must have no other characters. */
const WEBSITE = z.object({
  website: z
    .string()
    .regex(/^ws_[0-9A-Za-z]+$/, 'must be the id of a website, ws_…: list_websites has them')
    .describe('id of the website, from list_websites'),
});

const DAY = z.iso.date().optional();
/** The days of a report, by UTC. */
const DAYS = z.object({
  period: z
    .enum(['today', 'yesterday', 'last_7_days', 'last_30_days', 'this_month', 'last_month'])
    .default('last_7_days')
    .describe('named period of UTC days'),
  start_date: DAY.describe('first day, YYYY-MM-DD; takes precedence over period'),
  end_date: DAY.describe('last day, YYYY-MM-DD; needs a start_date'),
});

export const ofWebsite = WEBSITE.extend(DAYS.shape);
export type OfWebsite = z.output<typeof ofWebsite>;

/** The parameters of the API for these days. */
export const daysOf = ({ period, start_date, end_date }: OfWebsite): Query =>
  start_date === undefined ? { period, end_date } : { start_date, end_date };

export const reportOf =
  (report: string) =>
  ({ website }: OfWebsite): string =>
    `/websites/${website}/${report}`;

/** A list is short unless more is asked for. */
export const limit = z.int().min(1).max(200).default(20).describe('at most so many rows');
