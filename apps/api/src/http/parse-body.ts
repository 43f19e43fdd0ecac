import type { z } from 'zod';
import { ApiError } from './api-error.js';
import { parseJson } from './parse-json.js';

/** A message names at most this many faults. */
const MAX_FAULTS = 10;
const LONGEST_NAME_SHOWN = 60;

/**
 * The body of a request that manages the account. A field that is not known is refused: a key with a
 * misspelt `expires_at` would live for ever.
 *
 * @throws ApiError INVALID_JSON, VALIDATION_ERROR naming the fields
 */
export function parseBody<Output>(schema: z.ZodType<Output>, body: Buffer | undefined): Output {
  const json = parseJson(body ?? Buffer.alloc(0), { expected: 'a JSON object' });
  if ('refusal' in json) throw ApiError.of(json.refusal);
  const parsed = schema.safeParse(json.value);
  if (parsed.success) return parsed.data;
  const faults = new Set(parsed.error.issues.flatMap(describe));
  throw new ApiError('VALIDATION_ERROR', [...faults].slice(0, MAX_FAULTS).join('; '));
}

/** The same for a body that may be left out, which says as much as an empty object. */
export function parseOptionalBody<Output>(
  schema: z.ZodType<Output>,
  body: Buffer | undefined,
): Output {
  return parseBody(schema, body?.length ? body : Buffer.from('{}'));
}

function describe(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      (key) => `${JSON.stringify(key.slice(0, LONGEST_NAME_SHOWN))} is not a field of this body`,
    );
  }
  return [`${issue.path.join('.') || 'the body'} ${issue.message}`];
}
