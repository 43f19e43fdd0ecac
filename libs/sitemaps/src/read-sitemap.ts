import { BrokenGzip, bytesOfFile, peek, TooLarge } from './bytes-of-file.js';
import { readText } from './read-text.js';
import { readXml } from './read-xml.js';
import { faultOf, type ReadSitemap, type Rest, type TakePage } from './sitemap-file.js';
import { oneTurn, Slices } from './slices.js';

export interface SitemapReading {
  take: TakePage;
  /** Called after some milliseconds of computing; by default, the event loop goes round once. */
  rest?: Rest;
  /** Gets the number of bytes of each piece after decompression. */
  count?: (bytes: number) => void;
}

/**
 * Reads a file: XML or text, compressed or not, in UTF-8 or, with a byte order mark, in UTF-16.
 * What the file says of itself, as by its name, is not asked. Nothing of the file is kept but what
 * is read at the moment, so a file may come in pieces from wherever it is.
 */
export async function readSitemap(
  file: Uint8Array | AsyncIterable<Uint8Array>,
  { take, rest = oneTurn, count = () => undefined }: SitemapReading,
): Promise<ReadSitemap> {
  const slices = new Slices(rest);
  try {
    const pieces = textOf(counted(bytesOfFile(file), count))[Symbol.asyncIterator]();
    try {
      const start = await beginningOf(pieces);
      if (start === '') return faultOf('empty', 'The file is empty.');
      const all = from(start, pieces);
      const isXml = start.startsWith('<');
      return await (isXml ? readXml(all, { take, slices }) : readText(all, { take, slices }));
    } finally {
      await pieces.return?.(undefined);
    }
  } catch (error) {
    if (error instanceof TooLarge) return TOO_LARGE;
    if (error instanceof BrokenGzip) return BROKEN_GZIP;
    throw error;
  }
}

const TOO_LARGE = faultOf(
  'too_large',
  'The file has more than 50 MiB. Divide it into several sitemaps.',
);
const BROKEN_GZIP = faultOf(
  'broken_gzip',
  'The file is compressed with gzip, but cannot be decompressed to its end.',
);

async function* counted(pieces: AsyncIterable<Uint8Array>, count: (bytes: number) => void) {
  for await (const piece of pieces) {
    count(piece.length);
    yield piece;
  }
}

async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const { head, all } = await peek(bytes);
  const decoder = new TextDecoder(encodingOf(head));
  for await (const piece of all) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** By the byte order mark, which the decoder then leaves out. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** So many characters tell what a file is. */
const TELLING = 64;

/**
 * Returns the first characters of a text and what came together with them; nothing of a text that
 * is all white space. What white space comes before them says nothing.
 */
async function beginningOf(pieces: AsyncIterator<string>): Promise<string> {
  let beginning = '';
  while (beginning.length < TELLING) {
    const { done, value } = await pieces.next();
    if (done) break;
    beginning = beginning === '' ? value.trimStart() : beginning + value;
  }
  return beginning;
}

async function* from(first: string, others: AsyncIterator<string>): AsyncGenerator<string> {
  yield first;
  for (;;) {
    const { done, value } = await others.next();
    if (done) return;
    yield value;
  }
}
