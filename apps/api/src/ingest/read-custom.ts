import type { Refusal } from '../http/api-error.js';
import { parseJson } from '../http/parse-json.js';
import { EntryBatch } from './entry-batch.js';
import type { Entries, EntryRules, ReadEntries } from './read-entries.js';
import { readPlain } from './read-plain.js';
import { MAX_FAULTS, refusalOf, tooManyEntries, validateEntry } from './validate-entry.js';

/**
 * Reads the body of `POST /api/v1/logs/custom`: one log entry or an array of them. The whole body
 * is accepted or refused. It is refused with INVALID_JSON, PAYLOAD_TOO_LARGE, or VALIDATION_ERROR,
 * which names up to 10 places.
 */
export const readCustom: ReadEntries = (body, rules) =>
  readPlain(body, rules) ?? readEach(body, rules);

/** Reads any body, value by value, and finds the words for what is wrong with it. */
export const readEach: ReadEntries = (body, rules) => {
  // A body with too many entries is refused before it is parsed.
  const json = parseJson(body, {
    expected: 'a log entry or an array of them',
    flat: true,
    check: ({ elements }) => tooManyEntries(elements),
  });
  return 'refusal' in json ? json : validateEntries(json.value, rules);
};

function validateEntries(body: unknown, rules: EntryRules): Entries | { refusal: Refusal } {
  const inputs = Array.isArray(body) ? (body as unknown[]) : [body];
  const place = Array.isArray(body) ? (index: number) => `entries[${index}]` : () => '';
  const faults: string[] = [];
  const batch = new EntryBatch(rules.isStaticFile);
  for (const [index, input] of inputs.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    const result = validateEntry(input, place(index), rules);
    if ('faults' in result) faults.push(...result.faults);
    else batch.add(result.input, result.time);
  }
  if (faults.length > 0) return { refusal: refusalOf(faults) };
  return { entries: batch.columns(), sanitised: batch.sanitised };
}
