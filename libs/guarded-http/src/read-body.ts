import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/**
 * What was read of a body, decoded. `isCut`: it goes on. `lost`: the connection ended before the
 * body. `bad_encoding`: it is not encoded as it says, or as nobody asked for.
 */
export type ReadBody =
  { kind: 'read'; body: Buffer; isCut: boolean } | { kind: 'lost' | 'bad_encoding' };

/** What servers may use. All others are as if they were asked for nothing. */
export const ACCEPTED_ENCODINGS = 'gzip, br';
const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);
/** Nobody encodes more often with a purpose. */
const MOST_ENCODINGS = 2;
/** Errors of the connection. All others are those of decoders. */
const LOST = /^(?:E[A-Z]+|HPE_\w+|ABORT_ERR|ERR_STREAM_PREMATURE_CLOSE)$/;

/**
 * Reads the beginning of a body, at most so many decoded bytes. What comes after them is neither
 * read nor decoded.
 *
 * @param encoding the header `Content-Encoding`
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  mostBytes: number,
): Promise<ReadBody> {
  const makers = namesOf(encoding).map((name) => DECODERS.get(name));
  if (makers.length > MOST_ENCODINGS || makers.includes(undefined)) return { kind: 'bad_encoding' };
  let decoded = body;
  // What was encoded last is decoded first. An error comes out at the end.
  for (const make of makers.reverse())
    if (make) decoded = pipeline(decoded, make(), () => undefined);
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of decoded as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      if (bytes > mostBytes) break;
    }
  } catch (error) {
    return { kind: faultOf(error as NodeJS.ErrnoException) };
  }
  const isCut = bytes > mostBytes;
  return { kind: 'read', body: Buffer.concat(parts).subarray(0, mostBytes), isCut };
}

function namesOf(encoding = ''): string[] {
  const names = encoding.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

function faultOf({ code = '' }: NodeJS.ErrnoException): 'lost' | 'bad_encoding' {
  return LOST.test(code) ? 'lost' : 'bad_encoding';
}
