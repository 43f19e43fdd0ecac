import { UnreadableLog } from './unreadable-log.js';

/** How much a packed log may become. */
export interface Expansion {
  /** So many bytes it may become whatever its size is. */
  free: number;
  /** So many times its size it may become beyond that. */
  times: number;
}

/**
 * Logs become ten to a hundred times their size, and a log of one line that repeats without end a
 * few hundred times. Memory does not depend on it; but a small file that goes on for days is no log.
 */
export const EXPANSION: Expansion = { free: 1024 ** 3, times: 1_000 };

/**
 * Yields unpacked bytes as long as they are not too many for what they were unpacked from.
 *
 * @param packed counts the packed bytes that were read so far
 * @throws UnreadableLog
 */
export async function* withinExpansion(
  name: string,
  packed: () => number,
  unpacked: AsyncIterable<Buffer>,
  { free, times }: Expansion,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of unpacked) {
    size += chunk.length;
    if (size > free && size > times * packed())
      throw new UnreadableLog(
        `${name} becomes more than ${times.toLocaleString('en-US')} times its size when it is unpacked, which no log does: nothing more of it is read. If it is a log all the same, unpack it yourself and import the result.`,
      );
    yield chunk;
  }
}
