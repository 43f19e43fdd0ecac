import type { AddressNumbers, IpStorage } from '@app/contracts';
import { NumberIndex } from '@app/people';
import { type AddressSet, isOwnAddress } from '@app/verification';
import { type FoundAddresses, wasCut } from './full-addresses.js';
import type { RequestedPart } from './requests.js';

/** Why nobody can tell whose visit it is. */
const REASONS = ['noAddress', 'sharedAddress', 'noKey'] as const;
export type NoVisitor = (typeof REASONS)[number];

/** Requests with the agents of browsers, and the addresses that they came from. */
export interface VisitorAddresses {
  /** The rows of the part. */
  rows: readonly number[];
  /** Each address once. */
  addresses: readonly AddressNumbers[];
  /** For each address whether it is one of a hoster; undefined where nobody has lists of them. */
  ofHosters: readonly boolean[] | undefined;
  /** Whether it may be kept from which networks they are. */
  keepsNetworks: boolean;
  /** For each row the index of its address, or a negative number, of which `reasonOf` knows why. */
  addressOf: Int32Array;
  /** The UTC days of the rows, each once, in days since 1970. */
  days: readonly number[];
}

/** By what it is told whose addresses are. */
export interface KnownOfAddresses {
  /** The servers of CDNs. */
  edges: AddressSet;
  /** The addresses of hosters, where the operator has lists of them. */
  hosters?: AddressSet | undefined;
  ipStorage: IpStorage;
}

/** Returns what stands in place of the index of an address. */
const without = (reason: NoVisitor): number => -1 - REASONS.indexOf(reason);

/** Returns why a row has no address, or undefined when it has one. */
export const reasonOf = (address: number): NoVisitor | undefined =>
  address < 0 ? REASONS[-1 - address] : undefined;

const DAY_MS = 86_400_000;

/** Finds the different addresses of requests, as far as each is one visitor's own. */
export function visitorAddresses(
  { part: { entries }, places }: RequestedPart,
  rows: readonly number[],
  found: FoundAddresses,
  { edges, hosters, ipStorage }: KnownOfAddresses,
): VisitorAddresses {
  const known = new KnownAddresses(rows.length, edges);
  const addressOf = new Int32Array(rows.length);
  const days = new Set<number>();
  let lastDay = NaN;
  for (let at = 0; at < rows.length; at++) {
    const place = places[rows[at] as number] as number;
    const day = Math.floor((entries.time[place] as number) / DAY_MS);
    if (day !== lastDay) days.add((lastDay = day));
    const address = found.addresses[at] ?? null;
    addressOf[at] = address === null ? without(whyMissing(place)) : known.indexOf(address);
  }
  const { addresses } = known;
  const ofHosters = hosters && addresses.map((address) => hosters.has(address));
  const keepsNetworks = ipStorage !== 'none';
  return { rows, addresses, ofHosters, keepsNetworks, addressOf, days: [...days] };

  function whyMissing(place: number): NoVisitor {
    const isLacking = found.lacking !== undefined;
    return isLacking && wasCut(entries.addresses, place, ipStorage) ? 'noKey' : 'noAddress';
  }
}

/** The different addresses of a part. Of an IPv6 address the network /64 tells visitors apart. */
class KnownAddresses {
  readonly addresses: AddressNumbers[] = [];
  private readonly v4: NumberIndex;
  private readonly v6 = new Map<string, number>();
  /** By the number of an IPv4 address, its index among all, or why it has none. */
  private readonly indexOfV4: number[] = [];

  constructor(
    most: number,
    private readonly edges: AddressSet,
  ) {
    this.v4 = new NumberIndex(most);
  }

  indexOf(address: AddressNumbers): number {
    if (typeof address === 'number') {
      const number = this.v4.indexOf(address);
      return (this.indexOfV4[number] ??= this.add(address));
    }
    // What was left of an address, and is that of many, may be in the same network as one that is not.
    const isCut = address[2] === 0 && address[3] === 0;
    const key = `${address[0]}:${address[1]}${isCut ? '::' : ''}`;
    let index = this.v6.get(key);
    if (index === undefined) this.v6.set(key, (index = this.add(address)));
    return index;
  }

  private add(address: AddressNumbers): number {
    if (!isOwnAddress(address, this.edges)) return without('sharedAddress');
    return this.addresses.push(address) - 1;
  }
}
