import { endsEarly } from '@app/log-delivery';
import { gzipSync } from 'node:zlib';
import { isInstalled, PACKED_LOGS, PACKED_TEXT, packedFile } from '../../../test/packed-logs.js';
import { decoded } from './decoded.js';
import type { Expansion } from './expansion.js';

async function* pieces(bytes: Buffer, size = bytes.length || 1): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size)
    yield await Promise.resolve(bytes.subarray(at, at + size));
}

interface Read {
  text: string;
  error?: unknown;
}

/** Reads everything that there is before an error. */
async function read(bytes: Buffer, expansion?: Expansion, size?: number): Promise<Read> {
  const chunks: Buffer[] = [];
  const text = () => Buffer.concat(chunks).toString('utf8');
  try {
    for await (const chunk of decoded('a.log', pieces(bytes, size), expansion)) chunks.push(chunk);
    return { text: text() };
  } catch (error) {
    return { text: text(), error };
  }
}

/** What PowerShell writes with `>`: a byte order mark, and two bytes for most characters. */
function utf16(text: string, isBig = false): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
}

describe.each(PACKED_LOGS)('%s', (_kind, packed) => {
  it('is unpacked, also as several members one after the other, and in any pieces', async () => {
    expect(await read(packed)).toEqual({ text: PACKED_TEXT });
    expect(await read(packed, undefined, 1)).toEqual({ text: PACKED_TEXT });
    const three = Buffer.concat([packed, packed, packed]);
    expect(await read(three, undefined, 7)).toEqual({ text: PACKED_TEXT.repeat(3) });
  });

  it('that ends early gives what can be read, wherever it ends', async () => {
    for (let end = 6; end < packed.length; end++) {
      const { text, error } = await read(packed.subarray(0, end));
      expect([end, endsEarly(error), PACKED_TEXT.startsWith(text)]).toEqual([end, true, true]);
    }
    const members = Buffer.concat([packed, packed.subarray(0, -1)]);
    const { text, error } = await read(members);
    expect(endsEarly(error)).toBe(true);
    expect(text.startsWith(PACKED_TEXT)).toBe(true);
  });

  it('that is damaged is told from one that ends early', async () => {
    const middle = Buffer.from(packed);
    middle[60] = (middle[60] as number) ^ 0xff;
    const { error } = await read(middle);
    expect(String(error)).toContain('a.log is damaged (');
  });
});

it('gzip gives the last byte before its missing end', async () => {
  const packed = gzipSync(PACKED_TEXT.repeat(2_000));
  const { text, error } = await read(packed.subarray(0, -8));
  expect([text.length, endsEarly(error)]).toEqual([PACKED_TEXT.length * 2_000, true]);
});

it('zeros behind the last member of gzip are no part of the log', async () => {
  const packed = gzipSync(PACKED_TEXT);
  expect(await read(Buffer.concat([packed, Buffer.alloc(512)]))).toEqual({ text: PACKED_TEXT });
});

describe('a file that becomes too large', () => {
  const bound = { free: 1024 * 1024, times: 500 };
  const zeros = gzipSync(Buffer.alloc(16 * 1024 * 1024));
  const bombs = PACKED_LOGS.map(([kind]): [string, Buffer] => {
    const ends: Record<string, string> = { bzip2: 'bz2', xz: 'xz', zstd: 'zst' };
    return [kind, kind === 'gzip' ? zeros : packedFile(`zeros.${ends[kind]}`)];
  });

  it.each(bombs)('is refused: %s', async (_kind, bomb) => {
    const { text, error } = await read(bomb, bound);
    expect(String(error)).toContain('a.log becomes more than 500 times its size');
    expect(text.length).toBeLessThan(16 * 1024 * 1024);
  });

  it('is read when it is a log that repeats itself', async () => {
    const log = Buffer.from(PACKED_TEXT.repeat(3_000));
    expect((await read(gzipSync(log), bound)).text).toHaveLength(log.length);
  });

  const wide = ['xz', 'zstd'].filter(isInstalled);
  it.each(wide)('is refused when %s needs much memory for it', async (kind) => {
    const { error } = await read(packedFile(kind === 'xz' ? 'wide.xz' : 'wide.zst'));
    expect(String(error)).toContain('a.log needs too much memory to be unpacked');
  });
});

describe('UTF-16', () => {
  const text = 'zwölf\r\n😀 €\r\n';

  it.each([false, true])('becomes UTF-8, in any pieces; big-endian: %s', async (isBig) => {
    for (const size of [1, 2, 3, 64])
      expect(await read(utf16(text, isBig), undefined, size)).toEqual({ text });
  });

  it('may be packed', async () => {
    expect(await read(gzipSync(utf16(text)))).toEqual({ text });
  });

  it('gives no character of which only a part is written', async () => {
    const whole = utf16('a😀');
    for (let end = 2; end < whole.length; end++)
      expect((await read(whole.subarray(0, end))).text).toBe(end < 4 ? '' : 'a');
  });
});

it('plain text stays as it is', async () => {
  for (const text of ['', 'B', 'BZh', 'BZ2 is a log', '\ufeffa', PACKED_TEXT])
    expect(await read(Buffer.from(text), undefined, 1)).toEqual({ text });
});

it.each([
  ['zip', '504b03041400'],
  ['7z', '377abcaf271c'],
  ['lz4', '04224d186440'],
])('names a file of %s, which is not read', async (kind, start) => {
  const { error } = await read(Buffer.from(start, 'hex'));
  expect(String(error)).toContain(`a.log is a file of ${kind}, which is not read: unpack it`);
});

it('says what to install when a program is missing', async () => {
  const path = process.env.PATH;
  process.env.PATH = '/nonexistent';
  try {
    const { error } = await read(packedFile('access.log.xz'));
    expect(String(error)).toContain(
      'a.log is compressed with xz, and there is no program xz that unpacks it: install it (the package xz-utils or xz)',
    );
  } finally {
    process.env.PATH = path;
  }
});

it('ends the program when nobody reads on, and passes on why the file could not be read', async () => {
  const [, packed] = PACKED_LOGS.at(-1) as [string, Buffer];
  for await (const chunk of decoded('a.log', pieces(packed))) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  async function* failing() {
    yield packed.subarray(0, 50);
    throw await Promise.resolve(new Error('the disk is gone'));
  }
  await expect(async () => {
    for await (const chunk of decoded('a.log', failing())) void chunk;
  }).rejects.toThrow('the disk is gone');
});
