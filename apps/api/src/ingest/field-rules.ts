import {
  carriedWithout,
  parseTimestamp,
  type Sanitiser,
  type SentField,
  type TimestampBounds,
  VISIT_FIELDS,
} from '@app/contracts';

/** The text of an entry that has none. */
export interface Absent {
  /** Where the field is null; undefined where it must not be. */
  ifNull: string | null | undefined;
  /** Where the field is missing; undefined where it must not be. */
  ifMissing: string | null | undefined;
}

/** Returns what is carried for an entry without a text of this field. */
export function absentOf(field: SentField): Absent {
  return { ifNull: carriedWithout(field, null), ifMissing: carriedWithout(field, undefined) };
}

/** Returns what sanitises the texts of this field. */
export function sanitiserOf(field: SentField): Sanitiser {
  return (VISIT_FIELDS[field] as { sanitise: Sanitiser }).sanitise;
}

/** Returns epoch milliseconds UTC, or NaN for a timestamp that refuses its entry. */
export function timeOf(timestamp: string | number, bounds: TimestampBounds): number {
  const verdict = parseTimestamp(timestamp, bounds);
  return 'time' in verdict ? verdict.time : NaN;
}
