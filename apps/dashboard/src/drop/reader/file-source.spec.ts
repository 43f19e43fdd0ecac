import { gzipSync } from 'node:zlib';
import { openFile } from './file-source.js';

const LINES = 'zwölf\r\n€\r\n';
const UTF16 = Buffer.from(`\ufeff${LINES}`, 'utf16le');
const BIG = Buffer.from(UTF16).swap16();

const open = (bytes: Buffer) =>
  openFile(new File([new Uint8Array(bytes)], 'a.log'), new AbortController().signal);

async function textFrom(bytes: Buffer, offset = 0): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await open(bytes)).read(offset)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it.each([
  ['plain', Buffer.from(LINES)],
  ['gzip', gzipSync(LINES)],
  ['UTF-16', UTF16],
  ['UTF-16, the other way round', BIG],
  ['gzip of UTF-16', gzipSync(UTF16)],
])('reads a file that is %s, from any place in its text', async (_kind, bytes) => {
  expect(await textFrom(bytes)).toBe(LINES);
  expect(await textFrom(bytes, 8)).toBe('€\r\n');
  expect(Buffer.from(await (await open(bytes)).head(3)).toString()).toBe('zw\u{fffd}');
});

it.each([
  ['bzip2', '425a68393141', 'import it on the command line'],
  ['xz', 'fd377a585a00', 'import it on the command line'],
  ['zstd', '28b52ffd0458', 'import it on the command line'],
  ['zip', '504b03041400', 'Unpack it and drop the result'],
])('says what to do with a file of %s', async (kind, start, words) => {
  const opened = open(Buffer.from(start, 'hex'));
  await expect(opened).rejects.toThrow(`a.log is packed as ${kind}, which browsers cannot unpack`);
  await expect(opened).rejects.toThrow(words);
});
