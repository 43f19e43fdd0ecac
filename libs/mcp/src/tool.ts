import { z } from 'zod';
import { pathWith, type Query } from './api-request.js';
import { DAYS, WEBSITE, WEBSITE_OR_ALL } from './arguments.js';
import { cleaned } from './cleaned.js';
import { ANSWERED, type ChosenDays, chosenDays, type Days, OF_DAYS, periodOf } from './days.js';
import { cutList, ROWS } from './rows.js';

/** Arguments of a call after their check. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The answer to a call, or the sentence that says why there is none. */
export type ToolAnswer =
  { kind: 'answer'; answer: Record<string, unknown> } | { kind: 'refused'; message: string };

/** The request to the API that a call is, and how its `data` becomes the answer. */
export interface ToolCall {
  path: string;
  answerOf: (data: unknown) => ToolAnswer;
}

/** A tool as it is listed, and what a call of it does. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** Strict: it refuses arguments that it does not name. */
  input: z.ZodObject;
  /** The fields of an answer. What it does not name is left out. */
  output: z.ZodObject;
  /** @param now epoch milliseconds */
  callWith: (args: Arguments, now: number) => ToolCall;
}

/**
 * What a tool reads: the account, a website, the report of a website on some days, or such a report
 * that there is of all websites, too.
 */
type Reads = 'account' | 'website' | 'report' | 'report of all';

/** The arguments with which a tool finds what it reads. */
const FINDS = {
  account: {},
  website: WEBSITE,
  report: { ...WEBSITE, ...DAYS },
  'report of all': { ...WEBSITE_OR_ALL, ...DAYS },
} satisfies Record<Reads, z.ZodRawShape>;

interface Declared<Shape extends z.ZodRawShape, Data> {
  name: string;
  title: string;
  description: string;
  reads: Reads;
  /** The last part of the path of the API. */
  path: string;
  /**
   * The arguments besides website and days. They are the parameters of the API, under the same
   * names.
   */
  input: Shape;
  output: z.ZodRawShape;
  /** The field of the answer whose rows are cut at the argument `limit`, and counted in `rows`. */
  list?: string;
  /** Returns why there can be no short answer, if there can be none. */
  refuse?: (data: Data, args: z.output<z.ZodObject<Shape>>) => string | undefined;
  /** Makes the answer of `data`, by default all of it. */
  select?: (data: Data, args: z.output<z.ZodObject<Shape>>) => object;
}

/** Declares a tool. */
export function tool<Shape extends z.ZodRawShape, Data = object>(
  declared: Declared<Shape, Data>,
): Tool {
  const { name, title, description, reads, list, refuse, select } = declared;
  const hasDays = 'period' in FINDS[reads];
  const input = z.strictObject({ ...FINDS[reads], ...declared.input });
  const output = z.object({
    ...(hasDays ? OF_DAYS : ANSWERED),
    ...(list === undefined ? {} : ROWS),
    ...declared.output,
  });
  return {
    ...{ name, title, description, input, output },
    callWith: (args, now) => {
      const days = hasDays ? chosenDays(args as unknown as ChosenDays, now) : undefined;
      return {
        path: pathOf(declared, args, days),
        answerOf: (data) => {
          const message = refuse?.(data as Data, args as never);
          if (message !== undefined) return { kind: 'refused', message };
          const selected = select?.(data as Data, args as never) ?? (data as object);
          const answer = {
            ...(list === undefined ? selected : cutList(selected as never, list, limitOf(args))),
            ...(days && { period: periodOf(days, now) }),
            now: new Date(now).toISOString(),
          };
          return { kind: 'answer', answer: output.parse(cleaned(answer)) };
        },
      };
    },
  };
}

const limitOf = (args: Arguments) => args.limit as number | undefined;

/** Returns the path of the request that a call is. */
function pathOf(
  { path, input }: Pick<Declared<z.ZodRawShape, never>, 'path' | 'input'>,
  args: Arguments,
  days: Days | undefined,
): string {
  const { website, start_date, end_date } = args;
  const parameters = Object.fromEntries(Object.keys(input).map((name) => [name, args[name]]));
  // Days are sent as dates, so that the answer is about the days that it names.
  const dates = days ? { start_date: days.start, end_date: days.end } : { start_date, end_date };
  const limit = limitOf(args);
  // One row more than requested tells whether there are more.
  const more = limit === undefined ? {} : { limit: limit + 1 };
  const base = website === undefined ? '' : `/websites/${website as string}`;
  return pathWith(`${base}/${path}`, { ...dates, ...parameters, ...more } as Query);
}
