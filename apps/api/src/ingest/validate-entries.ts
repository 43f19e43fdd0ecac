import {
  type LogEntry,
  type LogEntryInput,
  logEntrySchema,
  MAX_ENTRIES_PER_REQUEST,
  parseTimestamp,
  type TimestampBounds,
} from '@app/contracts';
import { ApiError } from '../http/api-error.js';
import { tooManyEntries } from './entry-count.js';
import { plainEntry } from './plain-entry.js';
import { sanitiseEntry, type SanitisedFields } from './sanitise/sanitise-entry.js';

/** A message names at most this many places. */
const MAX_FAULTS = 10;

export interface ValidBatch {
  entries: LogEntry[];
  sanitised: SanitisedFields;
}

/**
 * A body as entries: all of them or none.
 *
 * @throws ApiError PAYLOAD_TOO_LARGE, VALIDATION_ERROR naming up to 10 places
 */
export function validateEntries(body: unknown, bounds: TimestampBounds): ValidBatch {
  const inputs = Array.isArray(body) ? (body as unknown[]) : [body];
  if (inputs.length > MAX_ENTRIES_PER_REQUEST) {
    throw tooManyEntries(inputs.length);
  }
  const place = Array.isArray(body) ? (index: number) => `entries[${index}]` : () => '';
  const faults: string[] = [];
  const sanitised: SanitisedFields = {};
  const entries: LogEntry[] = [];
  for (const [index, input] of inputs.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    const result = validateEntry(input, bounds);
    if ('faults' in result) {
      faults.push(...result.faults.map((fault) => describe(place(index), fault)));
    } else {
      entries.push(sanitiseEntry(result.input, result.time, sanitised));
    }
  }
  if (faults.length > 0) {
    throw new ApiError('VALIDATION_ERROR', faults.slice(0, MAX_FAULTS).join('; '));
  }
  return { entries, sanitised };
}

interface Fault {
  /** Name of the field; empty for the entry as a whole. */
  field: string;
  /** The end of a sentence: "must be …". */
  problem: string;
}

type Validation = { faults: Fault[] } | { input: LogEntryInput; time: number };

function validateEntry(value: unknown, bounds: TimestampBounds): Validation {
  const plain = plainEntry(value);
  if (plain) return withTime(plain, bounds);
  const parsed = logEntrySchema.safeParse(value);
  if (parsed.success) return withTime(parsed.data, bounds);
  // A field that breaks two rules is one place.
  const problems = new Map(
    parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]),
  );
  return { faults: Array.from(problems, ([field, problem]) => ({ field, problem })) };
}

function withTime(input: LogEntryInput, bounds: TimestampBounds): Validation {
  const timestamp = parseTimestamp(input.timestamp, bounds);
  return 'fault' in timestamp
    ? { faults: [{ field: 'timestamp', problem: timestamp.fault }] }
    : { input, time: timestamp.time };
}

function describe(place: string, { field, problem }: Fault): string {
  const name = [place, field].filter(Boolean).join('.');
  return `${name || 'the body'} ${problem}`;
}
