import type { BigIntStats } from 'node:fs';

const DEVICE_BITS = 32;

/**
 * Returns what tells a file from all others of this machine, under whatever name: its device and
 * its inode. On Windows these are the serial number of the volume and the number of the file. Some
 * releases of Node give all 64 bits of the serial number for a path, and only the lower 32 bits for
 * an open file (https://github.com/libuv/libuv/pull/4698).
 */
export function fileId({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${BigInt.asUintN(DEVICE_BITS, dev)}:${ino}`;
}
