import { openFile } from './file-source.js';

const LINES = 'zwölf\r\n€\r\n';

const utf8 = (text: string) => new TextEncoder().encode(text);
const decoded = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const fromHex = (digits: string) =>
  Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

function utf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++)
    view.setUint16(2 * at, text.charCodeAt(at), littleEndian);
  return bytes;
}

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const open = (bytes: Uint8Array<ArrayBuffer>) =>
  openFile(new File([bytes], 'a.log'), new AbortController().signal);

async function textFrom(bytes: Uint8Array<ArrayBuffer>, offset = 0): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of (await open(bytes)).read(offset)) chunks.push(Uint8Array.from(chunk));
  return decoded(new Uint8Array(await new Blob(chunks).arrayBuffer()));
}

const SMALL = utf16(`\ufeff${LINES}`, true);

it.each([
  ['plain', () => utf8(LINES)],
  ['gzip', () => gzip(utf8(LINES))],
  ['UTF-16', () => SMALL],
  ['UTF-16, the other way round', () => utf16(`\ufeff${LINES}`, false)],
  ['gzip of UTF-16', () => gzip(SMALL)],
])('reads a file that is %s, from any place in its text', async (_kind, make) => {
  const bytes = await make();
  expect(await textFrom(bytes)).toBe(LINES);
  expect(await textFrom(bytes, 8)).toBe('€\r\n');
  expect(decoded(await (await open(bytes)).head(3))).toBe('zw\u{fffd}');
});

it.each([
  ['bzip2', '425a68393141', true],
  ['xz', 'fd377a585a00', true],
  ['zstd', '28b52ffd0458', true],
  ['zip', '504b03041400', false],
])(
  'knows a file of %s, and whether the command line unpacks it',
  async (as, start, isForCommand) => {
    const fault = { kind: 'packed', as, isForCommand };
    await expect(open(fromHex(start))).rejects.toMatchObject({ fault });
  },
);
