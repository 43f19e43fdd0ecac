import {
  logEntrySchema,
  MAX_ENTRIES_PER_REQUEST,
  parseTimestamp,
  type SentLogEntry,
  type TimestampBounds,
} from '@app/contracts';
import type { Refusal } from '../http/api-error.js';
import { parseJson } from '../http/parse-json.js';
import { EntryBatch } from './entry-batch.js';
import { isPlainEntry } from './plain-entry.js';
import type { Entries, EntryRules, ReadEntries } from './read-entries.js';
import { readPlain } from './read-plain.js';

/** The most places that one message names. */
const MAX_FAULTS = 10;

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

function tooManyEntries(count: number): Refusal | undefined {
  if (count <= MAX_ENTRIES_PER_REQUEST) return undefined;
  const most = `at most ${MAX_ENTRIES_PER_REQUEST} entries`;
  const message = `A request takes ${most}, this one has ${count}; nothing was stored`;
  return { code: 'PAYLOAD_TOO_LARGE', message };
}

function validateEntries(body: unknown, rules: EntryRules): Entries | { refusal: Refusal } {
  const inputs = Array.isArray(body) ? (body as unknown[]) : [body];
  const place = Array.isArray(body) ? (index: number) => `entries[${index}]` : () => '';
  const faults: string[] = [];
  const batch = new EntryBatch(rules.isStaticFile);
  for (const [index, input] of inputs.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    const result = validateEntry(input, rules);
    if ('faults' in result)
      faults.push(...result.faults.map((fault) => describe(place(index), fault)));
    else batch.add(result.input, result.time);
  }
  if (faults.length === 0) return { entries: batch.columns(), sanitised: batch.sanitised };
  const message = faults.slice(0, MAX_FAULTS).join('; ');
  return { refusal: { code: 'VALIDATION_ERROR', message } };
}

interface Fault {
  /** Name of the field; empty when the whole entry is meant. */
  field: string;
  /** The end of a sentence, such as "must be …". */
  problem: string;
}

type Validation = { faults: Fault[] } | { input: SentLogEntry; time: number };

function validateEntry(value: unknown, bounds: TimestampBounds): Validation {
  if (isPlainEntry(value)) return withTime(value, bounds);
  const parsed = logEntrySchema.safeParse(value);
  if (parsed.success) return withTime(parsed.data, bounds);
  // A field that breaks two rules counts as one place.
  const problems = new Map(
    parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]),
  );
  return { faults: Array.from(problems, ([field, problem]) => ({ field, problem })) };
}

function withTime(input: SentLogEntry, bounds: TimestampBounds): Validation {
  const timestamp = parseTimestamp(input.timestamp, bounds);
  return 'fault' in timestamp
    ? { faults: [{ field: 'timestamp', problem: timestamp.fault }] }
    : { input, time: timestamp.time };
}

function describe(place: string, { field, problem }: Fault): string {
  const name = [place, field].filter(Boolean).join('.');
  return `${name || 'the body'} ${problem}`;
}
