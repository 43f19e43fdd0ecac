import {
  mostOf,
  mustBeSent,
  SENT_FIELDS,
  type SentField,
  type SentLogEntry,
  VISIT_FIELDS,
} from '@app/contracts';

type Read = (typeof VISIT_FIELDS)[SentField]['read'];
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isWhole = (value: unknown, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

/** Which values plainly fit the schema of a field. */
const PLAIN: Record<Read, (most: number) => Check> = {
  time: () => (value) => typeof value === 'string' || Number.isFinite(value),
  integer: (most) => (value) => isWhole(value, most),
  address: () => isText,
  text: () => isText,
  integer_or_text: (most) => (value) => isText(value) || isWhole(value, most),
  count: () => (value) => Number.isFinite(value) && (value as number) >= 0,
  // Parameters are left to the schema.
  object: () => () => false,
};

const FIELDS = SENT_FIELDS.map((name) => ({
  name,
  isRequired: mustBeSent(name),
  isPlain: PLAIN[VISIT_FIELDS[name].read](mostOf(name)),
}));

/**
 * Tells whether a value plainly fits `logEntrySchema`. Otherwise the schema must check it; the schema
 * also writes the message of a fault. Almost every entry is plain.
 */
export function isPlainEntry(value: unknown): value is SentLogEntry {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = value as Record<string, unknown>;
  for (const { name, isRequired, isPlain } of FIELDS) {
    const field = fields[name];
    const fits = field === undefined || field === null ? !isRequired : isPlain(field);
    if (!fits) return false;
  }
  return true;
}
