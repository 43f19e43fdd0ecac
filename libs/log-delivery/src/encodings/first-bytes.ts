/** The start of a stream, and the stream from its start on. */
interface Begun<Chunk> {
  /** As many bytes as were asked for, or all that there are. */
  start: Uint8Array;
  all: AsyncGenerator<Chunk>;
  /** Ends the stream if nobody reads it. */
  close(): Promise<void>;
}

/** Reads the first bytes of a stream. An error of the stream comes to whoever reads all of it. */
export async function firstBytes<Chunk extends Uint8Array>(
  chunks: AsyncIterable<Chunk>,
  bytes: number,
): Promise<Begun<Chunk>> {
  const rest = chunks[Symbol.asyncIterator]();
  const taken: Chunk[] = [];
  let size = 0;
  let failed: { error: unknown } | undefined;
  while (size < bytes) {
    try {
      const next = await rest.next();
      if (next.done) break;
      taken.push(next.value);
      size += next.value.length;
    } catch (error) {
      failed = { error };
      break;
    }
  }
  return {
    start: joinedStart(taken, Math.min(size, bytes)),
    all: again(taken, failed, rest),
    close: async () => void (await rest.return?.()),
  };
}

function joinedStart(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const start = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    start.set(chunk.subarray(0, length - at), at);
    at = Math.min(length, at + chunk.length);
  }
  return start;
}

async function* again<Chunk>(
  taken: Chunk[],
  failed: { error: unknown } | undefined,
  rest: AsyncIterator<Chunk>,
): AsyncGenerator<Chunk> {
  try {
    // What was read once need not stay in memory.
    yield* taken.splice(0);
    if (failed) throw failed.error;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
