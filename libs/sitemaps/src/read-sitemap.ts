import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readText } from './read-text.js';
import { readXml } from './read-xml.js';
import { faultOf, type ReadSitemap, type SitemapFault } from './sitemap-file.js';

/** The most bytes of a file after decompression: the protocol's bound. */
export const MOST_FILE_BYTES = 50 * 1024 * 1024;

/** Some servers compress a file once more that is compressed already. */
const MOST_LAYERS = 2;
/** So many bytes are read at once. Between them, other work of the process gets its turn. */
const PIECE_BYTES = 256 * 1024;
const unzip = promisify(gunzip);

/**
 * Reads a file: XML or text, compressed or not, in UTF-8 or, with a byte order mark, in UTF-16.
 * What the file says of itself, as by its name, is not asked.
 */
export async function readSitemap(file: Uint8Array): Promise<ReadSitemap> {
  const bytes = await decompressed(file);
  if (!(bytes instanceof Uint8Array)) return bytes;
  const pieces = () => textOf(bytes);
  const start = await firstCharacter(pieces());
  if (start === undefined) return faultOf('empty', 'The file is empty.');
  return start === '<' ? readXml(pieces()) : readText(pieces());
}

async function decompressed(file: Uint8Array): Promise<Uint8Array | SitemapFault> {
  let bytes = file;
  for (let layer = 0; layer < MOST_LAYERS && bytes[0] === 0x1f && bytes[1] === 0x8b; layer += 1) {
    try {
      bytes = await unzip(bytes, { maxOutputLength: MOST_FILE_BYTES });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return TOO_LARGE;
      if (code?.startsWith('Z_')) return faultOf('broken_gzip', BROKEN_GZIP);
      throw error;
    }
  }
  return bytes.length > MOST_FILE_BYTES ? TOO_LARGE : bytes;
}

const TOO_LARGE = faultOf(
  'too_large',
  'The file has more than 50 MiB. Divide it into several sitemaps.',
);
const BROKEN_GZIP = 'The file is compressed with gzip, but cannot be decompressed to its end.';

async function* textOf(bytes: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    if (start > 0) await new Promise((resolve) => void setImmediate(resolve));
    yield decoder.decode(bytes.subarray(start, start + PIECE_BYTES), { stream: true });
  }
  yield decoder.decode();
}

/** By the byte order mark, which the decoder then leaves out. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

async function firstCharacter(pieces: AsyncIterable<string>): Promise<string | undefined> {
  for await (const piece of pieces) {
    const [character] = /\S/.exec(piece) ?? [];
    if (character !== undefined) return character;
  }
  return undefined;
}
