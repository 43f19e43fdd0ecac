import {
  BackupFormatError,
  BackupReader,
  copyLine,
  endOfRows,
  FORMAT,
  headerLine,
  totalsLine,
} from './format.js';

const HEADER = {
  ...{ format: FORMAT, schema: 11 },
  ...{ taken_at: '2026-11-20T12:00:00.000Z', first_visit: null },
};
const TOTALS = { rows: { accounts: 2, visits: 0 }, sequences: { accounts_id_seq: '7' } };
/** In PostgreSQL's text format, a backslash in a value is written twice. */
const ROWS = ['1\tA\\\\.\n', '2\t\\\\.\\nB ü\n'];
const TEXT = [
  headerLine(HEADER),
  copyLine('accounts', ['id', 'name']),
  ...ROWS,
  endOfRows().toString(),
  copyLine('visits', ['time']),
  endOfRows().toString(),
  totalsLine(TOTALS),
].join('');

async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a whole backup that arrives in pieces of this size. */
async function read(text: string, size = 1_000) {
  const reader = new BackupReader(pieces(text, size));
  const header = await reader.header();
  const tables: Record<string, string> = {};
  for (;;) {
    const next = await reader.next();
    if (!('copy' in next)) return { header, tables, totals: next };
    const rows: Buffer[] = [];
    for await (const chunk of next.rows) rows.push(Buffer.from(chunk));
    tables[next.copy] = Buffer.concat(rows).toString();
  }
}

it('gives back what was written, however it is cut into pieces', async () => {
  const whole = {
    header: HEADER,
    tables: {
      'COPY "accounts" ("id", "name") FROM stdin': ROWS.join(''),
      'COPY "visits" ("time") FROM stdin': '',
    },
    totals: TOTALS,
  };
  for (let size = 1; size <= TEXT.length; size++) expect(await read(TEXT, size)).toEqual(whole);
});

it('refuses a backup that ends too early, wherever it was cut', async () => {
  for (let length = 0; length < TEXT.length; length++)
    await expect(read(TEXT.slice(0, length))).rejects.toThrow(BackupFormatError);
});

it('keeps little of a row, however long it is', async () => {
  const row = Buffer.alloc(1_000_000, 'x');
  async function* long() {
    yield Buffer.from(`${headerLine(HEADER)}${copyLine('pages', ['path'])}`);
    for (let i = 0; i < 5; i++) yield row;
    yield Buffer.from('\n\\.\n');
  }
  const reader = new BackupReader(long());
  await reader.header();
  const section = await reader.next();
  const sizes: number[] = [];
  if ('copy' in section) for await (const chunk of section.rows) sizes.push(chunk.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5_000_001);
  expect(Math.max(...sizes)).toBeLessThan(1_000_010);
});

it.each([
  ['another file', 'PK\u0003\u0004\n', /not a backup/],
  ['a backup of a later format', headerLine({ ...HEADER, format: 4 }), /format 4.*newer/],
  ['a first line that was changed', headerLine(HEADER).replace('11', '10'), /damaged.*first line/],
  ['a first line without its end', headerLine(HEADER).slice(0, 40) + '\n', /damaged/],
  ['an old first line without a time', '-- Botgauge backup {"format":1,"schema":39}\n', /damaged/],
  ['a first line without its checksum', '-- Botgauge backup {"format":3}\n', /damaged/],
  ['a line that never ends', `${headerLine(HEADER)}${'x'.repeat(100_000)}`, /damaged.*too long/],
  ['another statement', `${headerLine(HEADER)}DROP TABLE visits;\n`, /damaged/],
  [
    'a name that is none',
    `${headerLine(HEADER)}COPY "a"; DROP TABLE visits; --" ("x") FROM stdin;\n`,
    /damaged/,
  ],
])('refuses %s', async (_, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});
