import { z } from 'zod';

/** Returns the schema of a parameter that has one of a few values, in lower case. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

/** Returns the schema of a parameter that is an integer from `min` to `max`. */
export function integer(min: number, max: number) {
  const fault = `must be an integer from ${min} to ${max}`;
  const toNumber = (text: unknown) =>
    typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text;
  return z.preprocess(toNumber, z.int(fault).min(min, fault).max(max, fault));
}

/** Returns the schema of a parameter that is a text of at most `max` characters. */
export function text(max: number) {
  const fault = `must be text of 1 to ${max} characters`;
  // PostgreSQL does not accept text with a NUL.
  return z
    .string(fault)
    .min(1, fault)
    .max(max, fault)
    .refine((value) => !value.includes('\0'), fault);
}

/** The parameter that every list has. */
export const FORMAT = {
  format: oneOf(['json', 'csv'])
    .default('json')
    .describe(
      '`csv` gives the list as CSV (`text/csv`) instead of JSON, with the column names in the first line. Without it, the header `Accept` decides.',
    ),
};
