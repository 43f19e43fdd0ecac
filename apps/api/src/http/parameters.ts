import { z } from 'zod';

/** The schema of a parameter that has one of a few values, in lower case. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

/** The schema of a parameter that is an integer between two bounds, both included. */
export function integer(min: number, max: number) {
  const fault = `must be an integer from ${min} to ${max}`;
  const toNumber = (text: unknown) =>
    typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text;
  return z.preprocess(toNumber, z.int(fault).min(min, fault).max(max, fault));
}

/** The schema of a parameter that is a text. */
export function text(max: number) {
  const fault = `must be text of 1 to ${max} characters`;
  // PostgreSQL takes no text with a NUL.
  return z
    .string(fault)
    .min(1, fault)
    .max(max, fault)
    .refine((value) => !value.includes('\0'), fault);
}

/** Of every list. */
export const FORMAT = {
  format: oneOf(['json', 'csv'])
    .default('json')
    .describe(
      '`csv`: the list as CSV (`text/csv`) instead of JSON, with a first line of column names.',
    ),
};
