import { Readable } from 'node:stream';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  BackupFormatError,
  BackupReader,
  copyLine,
  endOfRows,
  FORMAT,
  hasTrailer,
  headerLine,
  totalsLine,
} from './format.js';
import { withTrailer, BackupFile } from './trailer.js';

const HEADER = {
  format: FORMAT,
  schema: 11,
  taken_at: '2026-11-20T12:00:00.000Z',
  first_visit: null,
};
const ROWS = Array.from({ length: 40 }, (_, i) => `${i}\t/page/${(i * 7919) % 1_000}\n`).join('');
const TEXT = [
  headerLine(HEADER),
  copyLine('accounts', ['id', 'name']),
  ROWS,
  endOfRows().toString(),
  copyLine('visits', ['time']),
  endOfRows().toString(),
  totalsLine({ rows: { accounts: 40, visits: 0 }, sequences: {} }),
].join('');

/** The first line of builds that wrote no trailer. */
const OLD = TEXT.replace(`"format":${FORMAT}`, '"format":1').replace(/,"sha256":"\w+"/, '');

let file: Buffer;
beforeAll(async () => {
  file = await together(withTrailer(Readable.from([TEXT]).pipe(createGzip({ level: 3 }))));
});

async function together(octets: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of octets) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads a file as a restore does, in pieces of this size, and returns its rows. */
async function read(octets: Buffer, size = 1_000): Promise<string> {
  const pieces = Array.from({ length: Math.ceil(octets.length / size) }, (_, at) =>
    octets.subarray(at * size, (at + 1) * size),
  );
  const whole = new BackupFile(Readable.from(pieces));
  const reader = new BackupReader(whole.text);
  const header = await reader.header();
  let rows = '';
  for (;;) {
    const next = await reader.next();
    if (!('copy' in next)) break;
    for await (const chunk of next.rows) rows += chunk.toString();
  }
  await reader.end();
  await whole.requireWhole(hasTrailer(header));
  return rows;
}

const refused = async (octets: Buffer, size?: number) => {
  const error: unknown = await read(octets, size).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(BackupFormatError);
  expect((error as Error).message).toMatch(/damaged/);
};

const flipped = (octets: Buffer, at: number, bits: number) => {
  const other = Buffer.from(octets);
  other[at] = (octets[at] as number) ^ bits;
  return other;
};
const withInserted = (octets: Buffer, at: number, more: Uint8Array) =>
  Buffer.concat([octets.subarray(0, at), more, octets.subarray(at)]);

it('gives back what was written, however it comes in pieces, and zcat does, too', async () => {
  for (const size of [1, 2, 7, 100, 131, file.length]) expect(await read(file, size)).toBe(ROWS);
  expect(gunzipSync(file).toString()).toBe(TEXT);
});

it('refuses a file in which an octet was changed, whichever', async () => {
  for (let at = 0; at < file.length; at++) {
    await refused(flipped(file, at, 1 << (at % 8)));
    await refused(flipped(file, at, 0xff));
  }
});

it('refuses a file that was cut off, wherever', async () => {
  for (let length = 0; length < file.length; length++) await refused(file.subarray(0, length));
});

it.each([
  ['a second copy', () => Buffer.concat([file, file])],
  ['the text twice', () => Buffer.concat([gzipSync(TEXT), file])],
  ['zeros', () => Buffer.concat([file, Buffer.alloc(512)])],
  ['an empty gzip file', () => Buffer.concat([file, gzipSync('')])],
  ['an empty gzip file at its beginning', () => Buffer.concat([gzipSync(''), file])],
  ['other octets', () => Buffer.concat([file, Buffer.from('more')])],
  ['no trailer, which is cut off', () => gzipSync(TEXT)],
])('refuses a file with %s', async (_, damage) => {
  await refused(damage());
  await refused(damage(), 64);
});

it('refuses a file that was damaged in any other way', async () => {
  const octets = fc.uint8Array({ minLength: 1, maxLength: 40 });
  const place = fc.nat({ max: file.length });
  await fc.assert(
    fc.asyncProperty(
      place,
      place,
      octets,
      fc.constantFrom(1, 64, 10_000),
      async (a, b, more, size) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const damages = [
          withInserted(file, from, more),
          Buffer.concat([file.subarray(0, from), file.subarray(to)]),
          Buffer.concat([file.subarray(0, to), file.subarray(from)]),
          Buffer.concat([file, more]),
          Buffer.concat([file.subarray(0, from), more, file.subarray(from + more.length)]),
        ];
        for (const one of damages) if (!one.equals(file)) await refused(one, size);
      },
    ),
    { numRuns: 50 },
  );
});

describe('a file of a build that wrote no trailer', () => {
  const old = gzipSync(OLD, { level: 3 });
  /** gzip looks at neither the date, the level nor the system in its header. */
  const UNSEEN = [4, 5, 6, 7, 8, 9];

  it('is read', async () => {
    for (const size of [1, 100, old.length]) expect(await read(old, size)).toBe(ROWS);
  });

  it('is refused when a flipped bit changed what it says, and its checksum was cut off', async () => {
    for (let at = 0; at < old.length; at++) {
      const other = flipped(old, at, 1 << (at % 8));
      if (UNSEEN.includes(at)) expect(await read(other)).toBe(ROWS);
      // Some bits of compressed text say nothing.
      else expect(await read(other).catch(() => ROWS)).toBe(ROWS);
      await refused(other.subarray(0, -8));
    }
  });

  it('is refused when it was cut off, wherever', async () => {
    for (let length = 0; length < old.length; length++) await refused(old.subarray(0, length));
  });

  it.each([
    ['a second copy', Buffer.concat([old, old])],
    ['zeros', Buffer.concat([old, Buffer.alloc(512)])],
    ['an empty gzip file', Buffer.concat([old, gzipSync('')])],
    ['other octets', Buffer.concat([old, Buffer.from('more')])],
  ])('is refused with %s', async (_, octets) => {
    await refused(octets);
    await refused(octets, 64);
  });
});
