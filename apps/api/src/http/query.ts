import { ApiError } from './api-error.js';

/** Query parameters as the server parsed them: a repeated one is an array. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;

export function invalid(message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message);
}

/**
 * The one value of a parameter; undefined when it is not given.
 *
 * @throws ApiError VALIDATION_ERROR when it is repeated or bracketed
 */
export function single(query: Query, name: string): string | undefined {
  const value = query[name];
  const bracketed = Object.keys(query).some((key) => key.startsWith(`${name}[`));
  if (Array.isArray(value) || bracketed)
    throw invalid(`${name} must be given once, without brackets`);
  return value;
}

/** A parameter that has one of a few values, in lower case. */
export function oneOf<T extends string>(
  query: Query,
  name: string,
  values: readonly T[],
): T | undefined {
  const text = single(query, name);
  if (text === undefined) return undefined;
  const value = values.find((candidate) => candidate === text);
  if (!value) throw invalid(`${name} must be one of ${values.join(', ')}`);
  return value;
}

/** A parameter that is an integer between two bounds. */
export function integer(query: Query, name: string, min: number, max: number): number | undefined {
  const text = single(query, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (!(value >= min && value <= max))
    throw invalid(`${name} must be an integer from ${min} to ${max}`);
  return value;
}
