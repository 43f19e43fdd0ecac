import {
  type LogEntry,
  type LogEntryInput,
  logEntrySchema,
  MAX_ENTRIES_PER_REQUEST,
  parseTimestamp,
  type TimestampBounds,
} from '@app/contracts';
import { packEntries } from '@app/queue';
import type { Refusal } from '../http/api-error.js';
import { parseJson } from '../http/parse-json.js';
import { readPlain } from './read-plain.js';
import { type Entries, type EntryRules, marked, type ReadEntries } from './read-entries.js';
import { sanitiseEntry, type SanitisedFields } from './sanitise-entry.js';

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
  const sanitised: SanitisedFields = {};
  const entries: LogEntry[] = [];
  for (const [index, input] of inputs.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    const result = validateEntry(input, rules);
    if ('faults' in result) {
      faults.push(...result.faults.map((fault) => describe(place(index), fault)));
    } else {
      const entry = sanitiseEntry(result.input, result.time, sanitised);
      entries.push(marked(entry, result.input, rules));
    }
  }
  if (faults.length === 0) return { entries: packEntries(entries), sanitised };
  const message = faults.slice(0, MAX_FAULTS).join('; ');
  return { refusal: { code: 'VALIDATION_ERROR', message } };
}

interface Fault {
  /** Name of the field; empty when the whole entry is meant. */
  field: string;
  /** The end of a sentence, such as "must be …". */
  problem: string;
}

type Validation = { faults: Fault[] } | { input: LogEntryInput; time: number };

function validateEntry(value: unknown, bounds: TimestampBounds): Validation {
  const plain = plainEntry(value);
  if (plain) return withTime(plain, bounds);
  const parsed = logEntrySchema.safeParse(value);
  if (parsed.success) return withTime(parsed.data, bounds);
  // A field that breaks two rules counts as one place.
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

type Fields = { readonly [F in keyof LogEntryInput]?: unknown };

/**
 * Returns the used fields of an entry that plainly fits `logEntrySchema`. Returns undefined when
 * the schema must check the entry; the schema also writes the message of a fault. Almost every
 * entry is plain.
 */
export function plainEntry(value: unknown): LogEntryInput | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields: Fields = value;
  const { timestamp, method, host, path, ip } = fields;
  const { status_code: status, user_agent: userAgent, referer = null } = fields;
  const { content_type: type = null, signature_agent: signer = null } = fields;
  const plain =
    (typeof timestamp === 'string' || isFinite(timestamp)) &&
    typeof method === 'string' &&
    typeof host === 'string' &&
    typeof path === 'string' &&
    typeof ip === 'string' &&
    typeof userAgent === 'string' &&
    isStatus(status) &&
    (referer === null || typeof referer === 'string') &&
    (type === null || typeof type === 'string') &&
    (signer === null || typeof signer === 'string') &&
    hasPlainExtras(fields);
  return plain
    ? {
        timestamp,
        method,
        host,
        path,
        status_code: status,
        ip,
        user_agent: userAgent,
        referer: referer ?? undefined,
        content_type: type ?? undefined,
        signature_agent: signer ?? undefined,
      }
    : undefined;
}

/** Checks fields that are validated but not used. Parameters are left to the schema. */
function hasPlainExtras(fields: Fields): boolean {
  const { query_params: query = null } = fields;
  return query === null && isCount(fields.bytes_sent) && isCount(fields.duration_ms);
}

const isFinite = (value: unknown): value is number => Number.isFinite(value);

const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 999;

const isCount = (value: unknown): boolean =>
  value === undefined || value === null || (isFinite(value) && value >= 0);
