import { isIP } from 'node:net';
import type { BatchHead } from '@app/contracts';
import { type DeadBatch, type DeadEntry, type Fault, sqlstateOf } from '@app/storage';
import { derivedId } from './derived-id.js';
import type { BatchPart } from './split-batch.js';
import { type IpStorage, storedAddress } from './stored-address.js';
import { storedAddresses } from './stored-addresses.js';

const LONGEST_REASON = 500;
/** What PostgreSQL quotes is a name of the schema, or a value that may be a visitor's. */
const QUOTED = /"[^"]*"/g;
const NAME = /^"[A-Za-z_]\w*"$/;
const ADDRESS_LIKE = /[0-9A-Fa-f]*[.:][0-9A-Fa-f.:]*[0-9A-Fa-f:]/g;

/** The dead row of a part that is one entry. */
export function deadEntry(
  batch: BatchHead,
  part: BatchPart,
  error: unknown,
  ipStorage: IpStorage,
): DeadEntry {
  const [placed] = part.entries;
  if (!placed || part.entries.length > 1) throw new Error('Only single entries are buried');
  const { entry, position } = placed;
  const { ip } = entry;
  // What is no address cannot be cut, so it is kept only where nothing needs to be.
  const kept = ipStorage === 'full' ? ip : ip && isIP(ip) ? storedAddress(ip, ipStorage) : null;
  return {
    id: derivedId(batch.id, `dead ${position}`),
    ledgerId: part.id,
    batchId: batch.id,
    position,
    accountId: batch.accountId,
    websiteId: batch.websiteId,
    receivedAt: batch.receivedAt,
    fault: faultOf(error),
    payload: JSON.stringify({ ...entry, ip: kept }),
  };
}

/** SQLSTATE and message, without the values that a message may quote. */
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

/** An error of another realm is no instance of ours. */
function hasMessage(error: unknown): error is { message: string } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string'
  );
}

/** The dead row of a whole batch that cannot be read. `data` is what the queue held for the job. */
export function deadBatch(
  jobId: string,
  data: unknown,
  reason: string,
  ipStorage: IpStorage,
): DeadBatch {
  const fields: Record<string, unknown> =
    typeof data === 'object' && data !== null ? { ...data } : {};
  const integer = (value: unknown) =>
    Number.isInteger(value) && Math.abs(value as number) < 2 ** 31 ? (value as number) : null;
  const { receivedAt } = fields;
  return {
    id: derivedId(jobId, 'dead'),
    batchId: jobId,
    accountId: integer(fields.accountId),
    websiteId: integer(fields.websiteId),
    receivedAt:
      Number.isFinite(receivedAt) && isDate(receivedAt as number) ? (receivedAt as number) : null,
    reason: withoutValues(reason),
    payload: JSON.stringify(storedAddresses(data, ipStorage) ?? null),
  };
}

/** Within what JavaScript and PostgreSQL both can hold. */
function isDate(time: number): boolean {
  return time >= 0 && time < 8.64e15;
}
