import type { TextEncoding } from './encoding-of.js';

const UTF8 = new TextEncoder();

/**
 * Yields text in another encoding as UTF-8, without a byte order mark. A character of which only the
 * first bytes are there is left out: the log may still be growing.
 */
export async function* utf8From(
  encoding: TextEncoding,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield UTF8.encode(text);
  }
}
