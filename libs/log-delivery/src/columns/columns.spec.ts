import { createHash } from 'node:crypto';
import { SENT_FIELDS, type SentLogEntry } from '@app/contracts';
import {
  createReader,
  LineSplitter,
  type LogFormatName,
  type RecordReader,
} from '@app/log-formats';
import { type Batch, BatchBuilder, LOG_START } from '../batch.js';
import type { Hashed } from '../hash.js';
import { EntrySigns } from '../warnings/entry-signs.js';

const OPTIONS = { now: Date.UTC(2026, 10, 20, 12), host: 'own.example' };
const sha256 = (content: Hashed) => {
  const hash = createHash('sha256');
  for (const piece of typeof content === 'string' ? [content] : content) hash.update(piece);
  return hash.digest('hex');
};

/** Lines of which most are plain. Some of the others are no entries, and some have what is escaped. */
const LOG = Array.from({ length: 3_300 }, (_, n) => {
  const client = n % 10 === 0 ? `2001:db8::${n % 7}` : `192.0.2.${n % 250}`;
  const time = `20/Nov/2026:${String(n % 12).padStart(2, '0')}:00:${String(n % 60).padStart(2, '0')}`;
  const agent = ['Mozilla/5.0 (X11) Firefox/140.0', 'a\\x22b', 'é', '-', 'GPTBot/1.2'][n % 5];
  const referer = n % 4 === 0 ? `https://a.example/${n % 9}` : '-';
  if (n % 97 === 0) return 'no line of a log';
  if (n % 89 === 0) return '# a comment';
  const path = n % 31 === 0 ? `/ü${n}` : `/${n % 400}`;
  const line = `${client} - - [${time} +0000] "GET ${path} HTTP/1.1" ${200 + (n % 3)} 5 "${referer}" "${agent}"`;
  return n % 53 === 0 ? `${line}\r` : line;
}).join('\n');

function batchesOf(log: string, reader: RecordReader, chunk = 65_536): Batch[] {
  const builder = new BatchBuilder(reader, sha256, LOG_START, undefined, () => OPTIONS.now);
  const splitter = new LineSplitter();
  const bytes = Buffer.from(`${log}\n`);
  const batches: Batch[] = [];
  for (let at = 0; at < bytes.length; at += chunk)
    for (const line of splitter.push(bytes.subarray(at, at + chunk)))
      batches.push(...builder.add(line));
  return [...batches, ...[builder.rest()].flatMap((rest) => rest ?? [])];
}

/** Returns what is sent for a batch, as the service takes it, and all that is known of it here. */
function seen({ entries, signs, lastLine, ...batch }: Batch) {
  const rows = [...entries.lines.keys()];
  const body = Buffer.from(entries.body(rows)).toString();
  const lines = entries.lines.map(({ number, text }) => ({ number, text }));
  const { addresses, agents, ...counts } = signs;
  const few = { addresses: addresses.found, agents: agents.found };
  return { ...batch, body, lines, hosts: entries.hosts, lastLine, ...counts, ...few };
}

const createCombined = () => createReader('combined', OPTIONS);
const withoutPlain = (): RecordReader => ({ ...createCombined(), readPlain: () => false });

it('are the same whether lines are read from their bytes or as texts', () => {
  const wanted = batchesOf(LOG, withoutPlain()).map(seen);
  expect(wanted.map(({ lines }) => lines.length)).toEqual([1_000, 1_000, 1_000, 228]);
  for (const chunk of [97, 5_003, 1 << 20])
    expect(batchesOf(LOG, createCombined(), chunk).map(seen)).toEqual(wanted);
});

it('tell the same of a log as its entries one by one', () => {
  for (const batch of batchesOf(LOG, createCombined())) {
    const signs = new EntrySigns();
    for (const entry of entriesIn(batch)) signs.add(entry, OPTIONS.now);
    // How many browsers had no referer counts only where no entry has one.
    expect({ ...batch.signs, ofBrowsers: 0 }).toEqual({ ...signs, ofBrowsers: 0 });
  }
});

/** Reads the body of a batch as the service does. */
function entriesIn({ entries }: Batch, rows = [...entries.lines.keys()]): SentLogEntry[] {
  const body = JSON.parse(Buffer.from(entries.body(rows)).toString()) as Record<
    string,
    { values: unknown[]; indexes: number[] }
  >;
  return rows.map((_, row) => {
    const entry: Record<string, unknown> = {};
    for (const [field, { values, indexes }] of Object.entries(body))
      if (indexes[row] !== -1) entry[field] = values[indexes[row] as number];
    return entry as unknown as SentLogEntry;
  });
}

it.each<[LogFormatName, string]>([
  ['combined', LOG],
  [
    'json',
    Array.from({ length: 700 }, (_, n) =>
      JSON.stringify({
        ...{ timestamp: OPTIONS.now - n, method: 'GET', host: 'a.example', path: `/${n % 7}\n` },
        ...{ status_code: 200, ip: '192.0.2.1', user_agent: n % 2 ? '"é"' : '' },
        ...(n % 3 === 0 && { asn: 64_500, country: 'DE' }),
        ...(n % 5 === 0 && { query_params: { a: String(n) }, bytes_sent: 1.5 }),
      }),
    ).join('\n'),
  ],
])('of %s are the entries that the reader makes', (format, log) => {
  const reader = createReader(format, OPTIONS);
  const wanted = log
    .split('\n')
    .flatMap((line) =>
      reader
        .readLine(line.replace(/\r$/, ''))
        .flatMap((result) => (result.kind === 'entry' ? [result.entry] : [])),
    );
  expect(wanted.length).toBeGreaterThan(500);
  const batches = batchesOf(log, createReader(format, OPTIONS));
  expect(batches.flatMap((batch) => entriesIn(batch))).toEqual(wanted);
  const [first] = batches;
  const rows = [5, 17, 400];
  expect(first && entriesIn(first, rows)).toEqual(rows.map((row) => wanted[row]));
});

it('have nearly each value once', () => {
  const [first] = batchesOf(LOG, createCombined());
  for (const field of SENT_FIELDS) {
    const values = first?.entries.valuesOf(field)?.values ?? [];
    expect(values.length - new Set(values).size).toBeLessThan(10);
  }
});
