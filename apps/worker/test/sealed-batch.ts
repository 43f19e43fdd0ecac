import { randomUUID } from 'node:crypto';
import type { IpStorage, LogEntry } from '@app/contracts';
import {
  type AddressKey,
  cutAddresses,
  packEntries,
  sealAddresses,
  unpackEntries,
} from '@app/queue';

export interface SealedBatchOptions {
  accountId: number;
  websiteId: number;
  /** Epoch milliseconds. */
  receivedAt: number;
  ipStorage: IpStorage;
  key: AddressKey;
}

/**
 * Returns the head of a batch as the API queues it. What is cut off the addresses of the entries is
 * sealed in it.
 */
export function sealedHead(entries: LogEntry[], { ipStorage, key, ...head }: SealedBatchOptions) {
  const id = randomUUID();
  const packed = packEntries(entries);
  const cutOff = ipStorage === 'full' ? undefined : cutAddresses(packed.addresses, ipStorage);
  const cut = unpackEntries(packed);
  entries.forEach((entry, place) => (entry.ip = cut[place]?.ip ?? null));
  const sealed = cutOff && sealAddresses(cutOff, id, key);
  return { id, ...head, count: entries.length, sealed };
}
