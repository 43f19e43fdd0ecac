import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  type AddressColumn,
  addressTexts,
  type EntryColumns,
  firstAndLast,
  type LogEntry,
  type TextColumn,
} from '@app/contracts';
import { addressBytes, readAddresses, readAddressTexts } from './address-column.js';
import { NumberReader, NumberWriter } from './number-columns.js';
import { readValues, type ValueColumns } from './value-columns.js';

/*
 * The entries of a job, a column for each field, because similar values then stand side by side.
 * Written as Base64, they are
 *
 *   PACKED or DEFLATED (1 byte) | length of the text part (4, little-endian) | text part | addresses
 *
 * The text part, which is deflated (raw) at the fastest level if that pays, is
 *
 *   length of the head (4, little-endian) | head, as JSON | numbers
 *
 * The numbers are columns (number-columns.ts): the number of bytes of each address, the milliseconds
 * after the earliest time, the status codes, and for each column of texts the place of each entry's
 * text. To read numbers from JSON would take the worker longer than the texts. The bytes of
 * addresses (address-column.ts) are not deflated, because they hardly become fewer.
 *
 * Payloads of jobs up to version 4 are deflated as a whole. No deflated bytes begin with a byte like
 * PACKED or DEFLATED, which would name a kind of block that does not exist. Inflated, they are one
 * JSON value in versions 1 and 2 (value-columns.ts), and in versions 3 and 4
 *
 *   0 (1 byte) | length of the head (4, little-endian) | head with addresses, as JSON | numbers
 *
 * without the numbers of bytes of addresses.
 */
interface Head {
  /** The number of entries. */
  count: number;
  /** The earliest time, epoch milliseconds UTC. */
  first: number;
  /** Each text of a column once. */
  texts: { [Name in TextName]: readonly LogEntry[Name][] };
  /** The places of the entries that are static files; missing when none is. */
  staticFiles?: readonly number[];
  /** Places of entries with a signature agent, and its host; missing when none has one. */
  signatureAgents?: readonly (readonly [place: number, host: string])[];
}

/** With the addresses as texts. They are found and cut in dead jobs. */
interface HeadWithAddresses extends Head {
  ip: (string | null)[];
}

/** The content of a payload as one JSON value. */
interface Unpacked extends HeadWithAddresses {
  /** In Base64. */
  numbers: string;
}

const TEXTS = ['method', 'host', 'path', 'userAgent', 'referer'] as const;
type TextName = (typeof TEXTS)[number];

const PACKED = 0x06;
const DEFLATED = 0x0e;
/** In older payloads. */
const MARK = 0;
const NOTHING = Buffer.alloc(0);
const LENGTH_BYTES = 4;
const TEXT_FROM = 1 + LENGTH_BYTES;
/** To deflate fewer bytes costs more than it saves. */
const DEFLATED_FROM = 1_024;
/** 1000 entries have at most 5.3 MB. A payload that inflates to more was not made here. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

/** Turns entries into a queue payload. */
export function encodeColumns(entries: EntryColumns): string {
  const { count, time, staticFiles, signatureAgents, addresses } = entries;
  const first = count > 0 ? firstAndLast(time).first : 0;
  const numbers = new NumberWriter();
  numbers.add(addresses.lengths);
  numbers.add(time.map((milliseconds) => milliseconds - first));
  numbers.add(entries.statusCode);
  for (const name of TEXTS) numbers.add(entries[name].places);
  const { method, host, path, userAgent, referer } = entries;
  const texts = {
    ...{ method: method.texts, host: host.texts, path: path.texts },
    ...{ userAgent: userAgent.texts, referer: referer.texts },
  };
  const head: Head = {
    ...{ count, first, texts },
    ...(staticFiles.length > 0 && { staticFiles }),
    ...(signatureAgents.length > 0 && { signatureAgents }),
  };
  const part = joined(JSON.stringify(head), numbers.bytes());
  const isDeflated = part.length >= DEFLATED_FROM;
  const written = isDeflated ? deflated(part) : part;
  const start = Buffer.allocUnsafe(TEXT_FROM);
  start[0] = isDeflated ? DEFLATED : PACKED;
  start.writeUInt32LE(written.length, 1);
  return Buffer.concat([start, written, addressBytes(addresses)]).toString('base64');
}

function joined(head: string, numbers: Uint8Array): Buffer {
  const headBytes = Buffer.byteLength(head);
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES + headBytes + numbers.length);
  bytes.writeUInt32LE(headBytes);
  bytes.write(head, LENGTH_BYTES);
  bytes.set(numbers, LENGTH_BYTES + headBytes);
  return bytes;
}

/** This happens in the main thread, because passing it to another thread costs more than it saves. */
function deflated(bytes: Uint8Array | string): Buffer {
  return deflateRawSync(bytes, { level: 1 });
}

function inflated(deflated: Buffer): Buffer {
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
  return deflated(JSON.stringify(content)).toString('base64');
}

/**
 * Returns the content of a payload as a JSON value. `decodeColumns` also reads what `packPayload`
 * makes of it.
 *
 * @throws when it is no payload
 */
export function unpackPayload(payload: string): unknown {
  const bytes = Buffer.from(payload, 'base64');
  if (isPacked(bytes)) {
    const { head, numbers, addresses } = unpacked(bytes);
    const ip = addressTexts(addresses);
    return { ...head, ip, numbers: numbers.toString('base64') } satisfies Unpacked;
  }
  const content = inflated(bytes);
  if (content[0] !== MARK) return JSON.parse(content.toString('utf8'));
  const { head, numbers } = partsOf<HeadWithAddresses>(content.subarray(1));
  return { ...head, numbers: numbers.toString('base64') } satisfies Unpacked;
}

/**
 * Turns a queue payload back into entries.
 *
 * @throws when the payload is not what `encodeColumns` makes of `count` entries, in this release or
 *   an older one
 */
export function decodeColumns(payload: string, count: number): EntryColumns {
  const columns = readColumns(Buffer.from(payload, 'base64'), count);
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
  if (isPacked(bytes)) {
    const { head, numbers, addresses } = unpacked(bytes);
    return columnsOf(head, numbers, addresses, count);
  }
  const content = inflated(bytes);
  if (content[0] === MARK) {
    const { head, numbers } = partsOf<HeadWithAddresses>(content.subarray(1));
    return columnsOf(head, numbers, readAddressTexts(head.ip), count);
  }
  const json = JSON.parse(content.toString('utf8')) as Unpacked | ValueColumns;
  if (!('numbers' in json)) return readValues(json, count);
  const numbers = Buffer.from(json.numbers, 'base64');
  return columnsOf(json, numbers, readAddressTexts(json.ip), count);
}

function isPacked(bytes: Buffer): boolean {
  return bytes[0] === PACKED || bytes[0] === DEFLATED;
}

interface UnpackedParts {
  head: Head;
  /** Without the lengths of addresses. */
  numbers: Buffer;
  addresses: AddressColumn;
}

function unpacked(bytes: Buffer): UnpackedParts {
  const end = TEXT_FROM + bytes.readUInt32LE(1);
  const written = bytes.subarray(TEXT_FROM, end);
  const { head, numbers } = partsOf(bytes[0] === DEFLATED ? inflated(written) : written);
  const reader = new NumberReader(numbers, head.count);
  const lengths = reader.numbers();
  const addresses = lengths && readAddresses(lengths, bytes.subarray(end));
  if (!addresses) throw notWhole('ip', head.count);
  return { head, numbers: numbers.subarray(reader.at), addresses };
}

function partsOf<Of extends Head>(bytes: Buffer): { head: Of; numbers: Buffer } {
  const end = LENGTH_BYTES + bytes.readUInt32LE();
  const head = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end)) as Of;
  return { head, numbers: bytes.subarray(end) };
}

function columnsOf(
  head: Head,
  numbers: Buffer,
  addresses: AddressColumn,
  count: number,
): EntryColumns {
  const { first, texts, staticFiles = [], signatureAgents = [] } = head;
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
  if (addresses.lengths.length !== count) throw notWhole('ip', count);
  const columns = { count, time, statusCode, method, host, path, userAgent, referer };
  return { ...columns, addresses, staticFiles, signatureAgents };
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
