import { isIP } from 'node:net';
import { type IpStorage, storedAddress } from '@app/contracts';
import { entriesOf, packPayload, sliceColumns, storeAddresses, unpackPayload } from '@app/queue';
import { type DeadEntry, type DeadJob, type Fault, sqlstateOf } from '@app/storage';
import { v5 as derivedId } from 'uuid';
import type { Part } from './steps/split.js';

const LONGEST_REASON = 500;
/** PostgreSQL quotes a name of the schema, or a value that may be a visitor's. */
const QUOTED = /"[^"]*"/g;
const NAME = /^"[A-Za-z_]\w*"$/;
const ADDRESS_LIKE = /[\dA-Fa-f:]+(?:\.[\dA-Fa-f:]+)*/g;

/**
 * Name space for the ids of dead jobs, because a job that cannot be read may have an id that is not
 * a UUID.
 */
const DEAD_JOBS = '5e0b6d0c-6f0b-4d3c-9a53-1d6f3a0f7c11';

/**
 * Returns the dead row of a part that is one entry.
 *
 * @param countedFor the website for which it would have counted
 */
export function deadEntry(
  { batch, id: ledgerId, halfOf, entries, places: [position, ...others] }: Part,
  error: unknown,
  ipStorage: IpStorage,
  countedFor: number,
): DeadEntry {
  const [entry] =
    position === undefined ? [] : entriesOf(sliceColumns(entries, position, position + 1));
  if (position === undefined || entry === undefined || others.length > 0)
    throw new Error('Only single entries are buried');
  return {
    id: derivedId(`dead ${position}`, batch.id),
    ledgerId,
    halfOf,
    batchId: batch.id,
    position,
    accountId: batch.accountId,
    websiteId: batch.websiteId,
    countedFor,
    receivedAt: batch.receivedAt,
    fault: faultOf(error),
    payload: JSON.stringify({ ...entry, ip: storedAddress(entry.ip, ipStorage) }),
  };
}

/** Returns SQLSTATE and message, without the values that a message may quote. */
export function faultOf(error: unknown): Fault {
  const message = error instanceof Error || hasMessage(error) ? error.message : String(error);
  return { sqlstate: sqlstateOf(error), reason: withoutValues(message) };
}

function withoutValues(message: string): string {
  return message
    .replace(QUOTED, (quoted) => (NAME.test(quoted) ? quoted : '"…"'))
    .replace(ADDRESS_LIKE, (text) => (isIP(text) ? '…' : text))
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, LONGEST_REASON);
}

/** instanceof is not enough, because an error may come from another realm. */
function hasMessage(error: unknown): error is { message: string } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string'
  );
}

/**
 * Returns the dead row of a whole job that cannot be read. `data` is what the queue held for the
 * job.
 */
export function deadJob(
  jobId: string,
  data: unknown,
  reason: string,
  ipStorage: IpStorage,
): DeadJob {
  const fields = factsOf(data);
  const integer = (value: unknown) =>
    Number.isInteger(value) && Math.abs(value as number) < 2 ** 31 ? (value as number) : null;
  const { receivedAt } = fields;
  return {
    id: derivedId(jobId, DEAD_JOBS),
    jobId,
    accountId: integer(fields.accountId),
    websiteId: integer(fields.websiteId),
    receivedAt:
      Number.isFinite(receivedAt) && isDate(receivedAt as number) ? (receivedAt as number) : null,
    reason: withoutValues(reason),
    payload: JSON.stringify(storedAddresses(withoutSealed(data), ipStorage) ?? null),
  };
}

/** Returns the fields of the only batch of a job. Jobs of several batches have no facts in common. */
function factsOf(data: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = Object(data) as Record<string, unknown>;
  const [only, ...others] = Array.isArray(fields.batches) ? (fields.batches as unknown[]) : [data];
  return others.length === 0 ? (Object(only) as Record<string, unknown>) : {};
}

/**
 * Returns the dead row of a whole job that ends its worker when it is decoded. So its payload is
 * not unpacked here either, and is kept as it was queued.
 */
export function deadlyJob(jobId: string, data: unknown, reason: string): DeadJob {
  return deadJob(jobId, data, reason, 'full');
}

/** What was cut off addresses is in the queue only, even encrypted. */
function withoutSealed(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const rest: { sealed?: unknown; batches?: unknown } = { ...data };
  delete rest.sealed;
  return Array.isArray(rest.batches) ? { ...rest, batches: rest.batches.map(withoutSealed) } : rest;
}

/** Tells whether a time is in the range of both JavaScript and PostgreSQL. */
function isDate(time: number): boolean {
  return time >= 0 && time < 8.64e15;
}

/**
 * Returns the data of a job that cannot be read, with every address in the form that may be stored,
 * even inside its payload. A payload that cannot be unpacked is kept as it came, because a later
 * release may repair it.
 */
function storedAddresses(data: unknown, ipStorage: IpStorage): unknown {
  if (ipStorage === 'full') return data;
  const cut = withAddressesCut(data, ipStorage);
  if (!hasPayload(cut)) return cut;
  try {
    const parts = unpackPayload(cut.payload);
    storeAddresses(parts.addresses, ipStorage);
    return { ...cut, payload: packPayload(parts) };
  } catch {
    return cut;
  }
}

function hasPayload(data: unknown): data is { payload: string } {
  return (
    typeof data === 'object' &&
    data !== null &&
    'payload' in data &&
    typeof data.payload === 'string'
  );
}

/** A host may be the address of the website itself, which is not a visitor's address. */
function withAddressesCut(value: unknown, ipStorage: IpStorage): unknown {
  if (typeof value === 'string') return isIP(value) ? storedAddress(value, ipStorage) : value;
  if (Array.isArray(value)) return value.map((item) => withAddressesCut(item, ipStorage));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'host' ? item : withAddressesCut(item, ipStorage),
    ]),
  );
}
