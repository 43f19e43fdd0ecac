import { randomUUID } from 'node:crypto';
import { addressTextAt, type IpStorage, type LogEntry, packAddresses } from '@app/contracts';
import { type AddressKey, cutAddresses, sealAddresses } from '@app/queue';

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
  const addresses = packAddresses(entries.map(({ ip }) => ip));
  const cutOff = ipStorage === 'full' ? undefined : cutAddresses(addresses, ipStorage);
  entries.forEach((entry, place) => (entry.ip = addressTextAt(addresses, place)));
  const sealed = cutOff && sealAddresses(cutOff, id, key);
  return { id, ...head, count: entries.length, sealed };
}
