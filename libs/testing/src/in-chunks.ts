/** Gives a body in chunks of these sizes, over and over. */
export function* inChunks(body: string | Uint8Array, sizes: readonly number[]): Generator<Buffer> {
  const bytes = Buffer.from(body);
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
