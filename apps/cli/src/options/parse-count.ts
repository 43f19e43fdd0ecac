import { InvalidArgumentError } from 'commander';

/** The largest number of the database's column. */
const LARGEST = 2 ** 31 - 1;

export function parseCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= LARGEST) return count;
  throw new InvalidArgumentError(`It must be an integer from 1 to ${LARGEST}.`);
}
