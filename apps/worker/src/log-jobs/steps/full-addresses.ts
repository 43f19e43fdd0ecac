import type { KeyObject } from 'node:crypto';
import {
  ADDRESS_BYTES,
  addressAt,
  type AddressColumn,
  type AddressNumbers,
  type BatchHead,
  type IpStorage,
  isNetworkAt,
} from '@app/contracts';
import { addressKeyOf, fullAddresses, openAddresses } from '@app/queue';
import type { KnownKeys } from '../../verification/known-keys.js';
import type { Part } from './split.js';

/**
 * Why the full address of a visit is not known. `not_sealed`: the API had no key, or did not seal.
 * `key_lost`: the database crashed, or the job waited longer than a day.
 * `key_unreadable`: the keys cannot be read now. `not_opened`: the sealed part does not fit.
 */
export type UnknownAddress = 'not_sealed' | 'key_lost' | 'key_unreadable' | 'not_opened';

export interface FullAddressesDependencies {
  addressKeys: Pick<KnownKeys, 'find'>;
  ipStorage: IpStorage;
}

/** The full addresses of entries, as far as they are known. */
export interface FoundAddresses {
  /** In the order of the places; null where there is none, or where it is not known. */
  addresses: (AddressNumbers | null)[];
  /** Why those that were cut are not known. */
  lacking?: UnknownAddress;
}

/**
 * Finds the full addresses of some entries of a batch: as they came, or in what the API sealed.
 *
 * @param places ascending
 */
export async function findAddresses(
  { addressKeys, ipStorage }: FullAddressesDependencies,
  { batch, entries }: Part,
  places: ArrayLike<number>,
): Promise<FoundAddresses> {
  const { sealed } = batch;
  if (sealed === undefined) return uncut('not_sealed');
  const keyId = addressKeyOf(sealed);
  if (keyId === undefined) return uncut('not_opened');
  const known = addressKeys.find(keyId);
  const key = known instanceof Promise ? await known : known;
  if (key.kind !== 'known') return uncut(`key_${key.kind}`);
  const cutOff = openOnce(batch, sealed, key.secret);
  const addresses = cutOff && fullAddresses(cutOff, entries.addresses, places);
  return addresses ? { addresses } : uncut('not_opened');

  /** Returns only the addresses that nobody has cut. */
  function uncut(lacking: UnknownAddress): FoundAddresses {
    const addresses = Array.from(places, (place) =>
      wasCut(entries.addresses, place, ipStorage) ? null : addressAt(entries.addresses, place),
    );
    return { addresses, lacking };
  }
}

/** What was opened of batches that are worked on: several steps need it. */
const opened = new WeakMap<BatchHead, Buffer>();

function openOnce(batch: BatchHead, sealed: string, secret: KeyObject): Buffer | undefined {
  const known = opened.get(batch);
  if (known) return known;
  const cutOff = openAddresses(sealed, batch.id, secret);
  if (cutOff) opened.set(batch, cutOff);
  return cutOff;
}

/** Tells whether something of an address may be missing. The API may have another setting. */
export function wasCut(addresses: AddressColumn, place: number, ipStorage: IpStorage): boolean {
  if (ipStorage === 'full') return false;
  if (isNetworkAt(addresses, place)) return true;
  return ipStorage === 'none' && addresses.lengths[place] === ADDRESS_BYTES.none;
}
