import {
  type Encoding,
  ENCODING_BYTES,
  encodingOf,
  firstBytes,
  type Unread,
  utf8From,
} from '@app/log-delivery';
import { EXPANSION, type Expansion, withinExpansion } from './expansion.js';
import { gunzip } from './gunzip.js';
import { unpack } from './unpack.js';
import { UnreadableLog } from './unreadable-log.js';

/**
 * Yields the bytes of a log as plain UTF-8, whatever it is written in: its first bytes tell. A packed
 * log may have text in another encoding in it.
 *
 * @throws LogFault `ends_early`, UnreadableLog
 */
export async function* decoded(
  name: string,
  bytes: AsyncIterable<Buffer>,
  expansion: Expansion = EXPANSION,
): AsyncGenerator<Buffer> {
  const { start, all } = await firstBytes(bytes, ENCODING_BYTES);
  const encoding = encodingOf(start);
  if (encoding?.kind !== 'packing') return yield* asText(name, encoding, all);
  let packed = 0;
  const counted = async function* () {
    for await (const chunk of all) {
      packed += chunk.length;
      yield chunk;
    }
  };
  const unpacked =
    encoding.name === 'gzip' ? gunzip(name, counted()) : unpack(name, encoding.name, counted());
  const within = withinExpansion(name, () => packed, unpacked, expansion);
  const inside = await firstBytes(within, ENCODING_BYTES);
  const text = encodingOf(inside.start);
  yield* asText(name, text?.kind === 'text' ? text : undefined, inside.all);
}

async function* asText(
  name: string,
  encoding: Encoding | undefined,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  if (encoding?.kind === 'unread') throw unread(name, encoding.name);
  if (encoding?.kind !== 'text') return yield* bytes;
  for await (const chunk of utf8From(encoding.name, bytes))
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
}

function unread(name: string, kind: Unread): UnreadableLog {
  return new UnreadableLog(
    `${name} is a file of ${kind}, which is not read: unpack it and import what is in it. gzip, bzip2, xz and zstd are read as they are.`,
  );
}
