/** Yields the bytes of a stream from an offset on. */
export async function* bytesFrom<Chunk extends Uint8Array>(
  chunks: AsyncIterable<Chunk>,
  offset: number,
): AsyncGenerator<Chunk> {
  let left = offset;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield left === 0 ? chunk : (chunk.subarray(left) as Chunk);
    left = Math.max(0, left - chunk.length);
  }
}
