import type { Packing } from '@app/log-delivery';

/** What a packed log may want for its dictionary: as much as `xz -9` and `zstd --long` need. */
const MOST_MEMORY_MIB = 128;

/** A program of the system that unpacks from standard input to standard output. */
export interface Unpacker {
  program: string;
  args: readonly string[];
  /** What a package manager calls it. */
  package: string;
}

/** The programs for what Node does not unpack. Each unpacks several members one after the other. */
export const UNPACKERS: Record<Exclude<Packing, 'gzip'>, Unpacker> = {
  // It needs less than 4 MiB, whatever it unpacks.
  bzip2: { program: 'bzip2', args: ['-dc'], package: 'bzip2' },
  xz: {
    program: 'xz',
    args: ['-dc', '--format=xz', '--threads=1', `--memlimit-decompress=${MOST_MEMORY_MIB}MiB`],
    package: 'xz-utils or xz',
  },
  zstd: {
    program: 'zstd',
    args: ['-dc', '-q', `--memory=${MOST_MEMORY_MIB}MB`],
    package: 'zstd',
  },
};

/** Why a program did not unpack everything. */
export type Failure = 'ends_early' | 'memory' | 'damaged';

const ENDS_EARLY = /ends? unexpectedly|unexpected (?:end|eof)|premature (?:end|eof)|short read/i;
const MEMORY = /memory|window size/i;
/** No whole file is shorter: this is the least that `xz` writes. */
const SHORTEST_WHOLE = 32;

/**
 * Tells why a program failed, by what it said. Programs of other makers say it in other words; then
 * the log counts as damaged.
 *
 * @param bytes how many packed bytes there were
 */
export function failureOf(said: string, bytes: number): Failure {
  if (ENDS_EARLY.test(said) || bytes < SHORTEST_WHOLE) return 'ends_early';
  return MEMORY.test(said) ? 'memory' : 'damaged';
}
