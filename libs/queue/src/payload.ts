import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EntryColumns, LogEntry, TextColumn } from '@app/contracts';
import { entriesOf } from './entry-columns.js';
import { NumberReader, NumberWriter } from './number-columns.js';
import { readValues, type ValueColumns } from './value-columns.js';

/*
 * The entries of a job, a column for each field, because similar values then stand side by side.
 * Deflated (raw) at the fastest level and written as Base64, they are
 *
 *   0 (1 byte) | length of the head (4, little-endian) | head, as JSON | numbers
 *
 * The numbers are columns (number-columns.ts): the milliseconds after the earliest time, the status
 * codes, and for each column of texts the place of each entry's text. To read numbers from JSON
 * would take the worker longer than the texts. Payloads of older releases are JSON and nothing else
 * (value-columns.ts), so the first byte tells which form it is.
 */
interface Head {
  /** The number of entries. */
  count: number;
  /** The earliest time, epoch milliseconds UTC. */
  first: number;
  /** Each text of a column once. */
  texts: { [Name in TextName]: LogEntry[Name][] };
  /** The address of each entry: most are different, and as text they are found and cut in dead jobs. */
  ip: (string | null)[];
  /** The places of the entries that are static files; missing when none is. */
  staticFiles?: number[];
  /** Places of entries with a signature agent, and its host; missing when none has one. */
  signatureAgents?: [place: number, host: string][];
}

/** The content of a payload as one JSON value. */
interface Unpacked extends Head {
  /** In Base64. */
  numbers: string;
}

const TEXTS = ['method', 'host', 'path', 'userAgent', 'referer'] as const;
type TextName = (typeof TEXTS)[number];

const MARK = 0;
const NOTHING = Buffer.alloc(0);
const HEAD_FROM = 5;
/** 1000 entries have at most 5.3 MB. A payload that inflates to more was not made here. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

/** Turns entries into a queue payload. */
export function encodeEntries(entries: readonly LogEntry[]): string {
  const first = entries.reduce((least, { time }) => Math.min(least, time), entries[0]?.time ?? 0);
  const numbers = new NumberWriter();
  numbers.add(entries.map(({ time }) => time - first));
  numbers.add(entries.map(({ statusCode }) => statusCode));
  const texts = {} as Record<TextName, (string | null)[]>;
  for (const name of TEXTS) {
    const { values, places } = repeated(entries, name);
    texts[name] = values;
    numbers.add(places);
  }
  const ip = entries.map((entry) => entry.ip);
  const head = { count: entries.length, first, texts, ip, ...rareFields(entries) };
  return deflated(joined(JSON.stringify(head), numbers.bytes()));
}

/** What few entries have. */
function rareFields(entries: readonly LogEntry[]): Pick<Head, 'staticFiles' | 'signatureAgents'> {
  const staticFiles: number[] = [];
  const signatureAgents: [place: number, host: string][] = [];
  entries.forEach(({ isStaticFile, signatureAgent }, place) => {
    if (isStaticFile) staticFiles.push(place);
    if (signatureAgent !== undefined) signatureAgents.push([place, signatureAgent]);
  });
  return {
    ...(staticFiles.length > 0 && { staticFiles }),
    ...(signatureAgents.length > 0 && { signatureAgents }),
  };
}

function repeated(
  entries: readonly LogEntry[],
  name: TextName,
): { values: (string | null)[]; places: number[] } {
  const known = new Map<string | null, number>();
  const values: (string | null)[] = [];
  const places = entries.map((entry) => {
    const value = entry[name];
    let place = known.get(value);
    if (place === undefined) known.set(value, (place = values.push(value) - 1));
    return place;
  });
  return { values, places };
}

function joined(head: string, numbers: Uint8Array): Buffer {
  const headBytes = Buffer.byteLength(head);
  const bytes = Buffer.allocUnsafe(HEAD_FROM + headBytes + numbers.length);
  bytes[0] = MARK;
  bytes.writeUInt32LE(headBytes, 1);
  bytes.write(head, HEAD_FROM);
  bytes.set(numbers, HEAD_FROM + headBytes);
  return bytes;
}

/** This happens in the main thread, because passing it to another thread costs more than it saves. */
function deflated(bytes: Uint8Array | string): string {
  return deflateRawSync(bytes, { level: 1 }).toString('base64');
}

function inflated(payload: string): Buffer {
  const deflated = Buffer.from(payload, 'base64');
  return inflateRawSync(deflated, {
    maxOutputLength: MAX_INFLATED_BYTES,
    chunkSize: inflateChunk(deflated.length),
  });
}

/**
 * Returns room for the whole result of an ordinary batch. Smaller chunks would have to be joined at
 * the end, and Node's default chunks have 16 KiB. Much larger ones get new memory each time, which
 * costs more than to inflate.
 */
function inflateChunk(deflatedBytes: number): number {
  return Math.min(Math.max(8 * deflatedBytes, 1_024), 512 * 1_024);
}

/** Turns any JSON value into a payload. */
export function packPayload(content: unknown): string {
  return deflated(JSON.stringify(content));
}

/**
 * Returns the content of a payload as a JSON value. `decodeEntries` also reads what `packPayload`
 * makes of it.
 *
 * @throws when it is no payload
 */
export function unpackPayload(payload: string): unknown {
  const bytes = inflated(payload);
  if (bytes[0] !== MARK) return JSON.parse(bytes.toString('utf8'));
  const { head, numbers } = partsOf(bytes);
  return { ...head, numbers: numbers.toString('base64') } satisfies Unpacked;
}

function partsOf(bytes: Buffer): { head: Head; numbers: Buffer } {
  const end = HEAD_FROM + bytes.readUInt32LE(1);
  const head = JSON.parse(bytes.toString('utf8', HEAD_FROM, end)) as Head;
  return { head, numbers: bytes.subarray(end) };
}

/**
 * Turns a queue payload back into entries. Entries with the same text share it.
 *
 * @throws when the payload is not what `encodeEntries` makes from `count` entries, in this release
 *   or an older one
 */
export function decodeEntries(payload: string, count: number): LogEntry[] {
  return entriesOf(decodeColumns(payload, count));
}

/**
 * Turns a queue payload into the columns of its entries. `decodeEntries` makes an object of each.
 *
 * @throws as `decodeEntries` does
 */
export function decodeColumns(payload: string, count: number): EntryColumns {
  const columns = readColumns(inflated(payload), count);
  const { staticFiles, signatureAgents } = columns;
  checkPlaces(staticFiles, 'staticFiles', count);
  checkPlaces(
    signatureAgents.map(([place]) => place),
    'signatureAgents',
    count,
  );
  return columns;
}

function readColumns(bytes: Buffer, count: number): EntryColumns {
  if (bytes[0] === MARK) {
    const { head, numbers } = partsOf(bytes);
    return columnsOf(head, numbers, count);
  }
  const content = JSON.parse(bytes.toString('utf8')) as Unpacked | ValueColumns;
  return 'numbers' in content
    ? columnsOf(content, Buffer.from(content.numbers, 'base64'), count)
    : readValues(content, count);
}

function columnsOf(head: Head, numbers: Buffer, count: number): EntryColumns {
  const { first, texts, ip, staticFiles = [], signatureAgents = [] } = head;
  const reader = new NumberReader(head.count === count ? numbers : NOTHING, count);
  const time = whole(reader.times(), 'time', count);
  for (let row = 0; row < count; row++) time[row] = (time[row] as number) + first;
  const statusCode = whole(reader.numbers(), 'statusCode', count);
  const next = <Name extends TextName>(name: Name): TextColumn<LogEntry[Name]> => {
    const places = whole(reader.numbers(), name, count);
    return { texts: texts[name], places: placesIn(texts[name], places, name) };
  };
  // In the order of TEXTS.
  const method = next('method');
  const host = next('host');
  const path = next('path');
  const userAgent = next('userAgent');
  const referer = next('referer');
  if (ip.length !== count) throw notWhole('ip', count);
  const columns = { count, time, statusCode, method, host, path, userAgent, referer, ip };
  return { ...columns, staticFiles, signatureAgents };
}

function whole<Column>(column: Column | undefined, name: string, count: number): Column {
  if (!column) throw notWhole(name, count);
  return column;
}

function placesIn(texts: readonly unknown[], places: Uint32Array, name: string): Uint32Array {
  for (const place of places)
    if (place >= texts.length)
      throw new Error(`Column ${name} of the batch names a value that is not there`);
  return places;
}

function notWhole(name: string, count: number): Error {
  return new Error(`Column ${name} of the batch does not have ${count} values`);
}

function checkPlaces(places: readonly number[], name: string, count: number): void {
  for (const place of places)
    if (!(Number.isInteger(place) && place >= 0 && place < count))
      throw new Error(`Column ${name} of the batch names an entry that is not there`);
}
