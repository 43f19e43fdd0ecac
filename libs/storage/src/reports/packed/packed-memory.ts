import type pg from 'pg';
import { LeastRecent } from './least-recent.js';
import {
  bytesOf,
  type PackedHours,
  type PackedLandings,
  type PackedPages,
  type PackedSets,
  unpackHours,
  unpackLandings,
  unpackPages,
  unpackSets,
} from './unpack.js';

/** What a digest has: counts of everybody by page, by bot and page, by bot and hour, and of who was sent. */
export const PACKED_KINDS = ['pages', 'sets', 'hours', 'landings'] as const;
export type PackedKind = (typeof PACKED_KINDS)[number];
/** The digests of each kind. */
export interface Unpacked {
  pages: PackedPages & OfBucket;
  sets: PackedSets & OfBucket;
  hours: PackedHours & OfBucket;
  /** With the names of its assistants. */
  landings: PackedLandings & { sources: readonly string[] };
}
interface OfBucket {
  /** Its start, in epoch milliseconds. */
  bucket: number;
}
const UNPACK: { [Kind in PackedKind]: (bytes: Buffer, row: PackedRow) => Unpacked[Kind] } = {
  pages: (bytes, { bucket }) => ({ ...unpackPages(bytes), bucket }),
  sets: (bytes, { bucket }) => ({ ...unpackSets(bytes), bucket }),
  hours: (bytes, { bucket }) => ({ ...unpackHours(bytes), bucket }),
  landings: (bytes, { sources }) => ({ ...unpackLandings(bytes), sources: sources ?? [] }),
};

/** How many bytes of unpacked digests a process remembers. */
const MEMORY_BYTES = 64 * 2 ** 20;
/** What is not remembered is asked for in parts of at most about so many bytes, or one digest. */
const MOST_BYTES_AT_ONCE = 8 * 2 ** 20;
/** Of so many bytes that are not remembered, the rest is left to the database. */
const MOST_BYTES_OF_REPORT = 48 * 2 ** 20;

/** A digest that may be read packed. */
export interface PackedDigest {
  grain: string;
  /** Epoch milliseconds. */
  bucket: number;
  /** Of what is packed. Null when nothing is. */
  hash: string | null;
  /** Bytes of what it has of each kind. 0 or null when it is not packed. */
  pages_bytes: number | null;
  sets_bytes: number | null;
  hours_bytes: number | null;
  landings_bytes: number | null;
}

/** A digest as it was asked for. */
export interface PackedRow {
  grain: string;
  bucket: number;
  hash: string | null;
  packed: Buffer | null;
  /** For landings: the names of assistants. */
  sources?: readonly string[] | null;
}

/** Asks the database for digests of a website. */
export type AskPacked<Digest extends PackedDigest> = (
  kind: PackedKind,
  digests: readonly Digest[],
) => Promise<PackedRow[]>;

/**
 * Remembers the digests that reports have added up last. A digest is known by its website, bucket and
 * a hash of what it has, so that one that was made again from other visits is never read as it was.
 */
export class PackedMemory {
  private readonly known = new LeastRecent<Unpacked[PackedKind]>(MEMORY_BYTES);

  /**
   * Returns which digests can be read packed, of all these kinds, in as much memory as a report may
   * take. The others are left to the database.
   */
  readable<Digest extends PackedDigest>(
    website: number,
    kinds: readonly PackedKind[],
    digests: readonly Digest[],
  ): { packed: Digest[]; others: Digest[] } {
    const [packed, others]: [Digest[], Digest[]] = [[], []];
    let bytes = 0;
    for (const digest of digests) {
      const isPacked = kinds.every((kind) => (digest[`${kind}_bytes`] ?? 0) > 0);
      const own = kinds.map((kind) =>
        this.known.has(keyOf(website, kind, digest)) ? 0 : (digest[`${kind}_bytes`] ?? 0),
      );
      if (isPacked) bytes += own.reduce((sum, one) => sum + one, 0);
      (isPacked && bytes <= MOST_BYTES_OF_REPORT ? packed : others).push(digest);
    }
    return { packed, others };
  }

  /** Returns digests. Those that were deleted meanwhile are left out. */
  async read<Kind extends PackedKind, Digest extends PackedDigest>(
    website: number,
    kind: Kind,
    digests: readonly Digest[],
    ask: AskPacked<Digest>,
  ): Promise<Unpacked[Kind][]> {
    const found: Unpacked[Kind][] = [];
    const missing: Digest[] = [];
    for (const digest of digests) {
      const known = this.known.get(keyOf(website, kind, digest));
      if (known) found.push(known as Unpacked[Kind]);
      else missing.push(digest);
    }
    for (const part of partsOf(kind, missing)) {
      for (const row of await ask(kind, part)) {
        if (!row.packed) continue;
        const unpacked = UNPACK[kind](row.packed, row);
        this.known.set(keyOf(website, kind, row), unpacked, bytesOf(unpacked));
        found.push(unpacked);
      }
    }
    return found;
  }
}

const keyOf = (
  website: number,
  kind: PackedKind,
  { grain, bucket, hash }: PackedRow | PackedDigest,
) => `${website} ${kind} ${grain} ${bucket} ${hash}`;

function* partsOf<Digest extends PackedDigest>(
  kind: PackedKind,
  digests: readonly Digest[],
): Generator<Digest[]> {
  let [part, bytes]: [Digest[], number] = [[], 0];
  for (const digest of digests) {
    const own = digest[`${kind}_bytes`] ?? 0;
    if (part.length > 0 && bytes + own > MOST_BYTES_AT_ONCE) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(digest);
    bytes += own;
  }
  if (part.length > 0) yield part;
}

const memories = new WeakMap<pg.Pool, PackedMemory>();

/** Returns the memory of the database that a pool leads to. */
export function packedMemoryOf(pool: pg.Pool): PackedMemory {
  let memory = memories.get(pool);
  if (!memory) memories.set(pool, (memory = new PackedMemory()));
  return memory;
}
