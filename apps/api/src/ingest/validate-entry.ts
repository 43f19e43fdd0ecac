import {
  logEntrySchema,
  MAX_ENTRIES_PER_REQUEST,
  parseTimestamp,
  type SentLogEntry,
  type TimestampBounds,
} from '@app/contracts';
import type { Refusal } from '../http/api-error.js';
import { isPlainEntry } from './plain-entry.js';

/** The most places that one message names. */
export const MAX_FAULTS = 10;

/** Either what is wrong with an entry, as sentences without a dot, or the entry and its time. */
type Validation = { faults: string[] } | { input: SentLogEntry; time: number };

/** @param place what messages call the entry, such as `entries[17]`; empty for the whole body */
export function validateEntry(value: unknown, place: string, bounds: TimestampBounds): Validation {
  if (isPlainEntry(value)) return withTime(value, place, bounds);
  const parsed = logEntrySchema.safeParse(value);
  if (parsed.success) return withTime(parsed.data, place, bounds);
  // A field that breaks two rules counts as one place.
  const problems = new Map(
    parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]),
  );
  return { faults: Array.from(problems, ([field, problem]) => describe(place, field, problem)) };
}

function withTime(input: SentLogEntry, place: string, bounds: TimestampBounds): Validation {
  const timestamp = parseTimestamp(input.timestamp, bounds);
  return 'fault' in timestamp
    ? { faults: [describe(place, 'timestamp', timestamp.fault)] }
    : { input, time: timestamp.time };
}

/** @param field empty when the whole entry is meant */
function describe(place: string, field: string, problem: string): string {
  const name = [place, field].filter(Boolean).join('.');
  return `${name || 'the body'} ${problem}`;
}

/** Returns the refusal of a body, which names some of what is wrong. */
export function refusalOf(faults: readonly string[]): Refusal {
  return { code: 'VALIDATION_ERROR', message: faults.slice(0, MAX_FAULTS).join('; ') };
}

/** Returns the refusal of a body with so many entries, if they are too many. */
export function tooManyEntries(count: number): Refusal | undefined {
  if (count <= MAX_ENTRIES_PER_REQUEST) return undefined;
  const most = `at most ${MAX_ENTRIES_PER_REQUEST} entries`;
  const message = `A request takes ${most}, this one has ${count}; nothing was stored`;
  return { code: 'PAYLOAD_TOO_LARGE', message };
}
