import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  type AddressColumn,
  CARRIED_NAMES,
  type EntryColumns,
  firstAndLast,
  hasNoTexts,
  noTexts,
  OPTIONAL_NAMES,
  type TextColumn,
  textColumns,
  type TextName,
} from '@app/contracts';
import { addressBytes, readAddresses } from './address-column.js';
import { NumberReader, NumberWriter } from './number-columns.js';

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
 * after the earliest time, the status codes, and for each column of texts, in the order in which the
 * head names them, the place of each entry's text. A column without texts is left out. To read
 * numbers from JSON would take the worker longer than the texts. The bytes of addresses
 * (address-column.ts) are not deflated, because they hardly become fewer.
 */
interface Head {
  /** The number of entries. */
  count: number;
  /** The earliest time, epoch milliseconds UTC. */
  first: number;
  /** Each text of a column once. Names that this release does not know are left alone. */
  texts: Readonly<Record<string, readonly (string | null)[]>>;
  /** The places of the entries that are static files; missing when none is. */
  staticFiles?: readonly number[];
  /** The places of the entries whose address is only claimed; missing when none is. */
  claimedAddresses?: readonly number[];
}

/** What a payload consists of. */
export interface Parts {
  head: Head;
  /** All columns of numbers but the lengths of addresses, which come first. */
  numbers: Buffer;
  addresses: AddressColumn;
}

const PACKED = 0x06;
const DEFLATED = 0x0e;
const NOTHING = Buffer.alloc(0);
const LENGTH_BYTES = 4;
const TEXT_FROM = 1 + LENGTH_BYTES;
/** To deflate fewer bytes costs more than it saves. */
const DEFLATED_FROM = 1_024;
/** 1000 entries have at most 5.3 MB. A payload that inflates to more was not made here. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

/** Turns entries into a queue payload. */
export function encodeColumns(entries: EntryColumns): string {
  const { count, time, staticFiles, claimedAddresses, addresses } = entries;
  const first = count > 0 ? firstAndLast(time).first : 0;
  const numbers = new NumberWriter();
  numbers.add(time.map((milliseconds) => milliseconds - first));
  numbers.add(entries.statusCode);
  const names = CARRIED_NAMES.filter((name) => !hasNoTexts(entries[name]));
  for (const name of names) numbers.add(entries[name].places);
  const texts = Object.fromEntries(names.map((name) => [name, entries[name].texts]));
  const head: Head = {
    ...{ count, first, texts },
    ...(staticFiles.length > 0 && { staticFiles }),
    ...(claimedAddresses.length > 0 && { claimedAddresses }),
  };
  return packPayload({ head, numbers: numbers.bytes(), addresses });
}

/** Makes a payload of its parts. */
export function packPayload({ head, numbers, addresses }: Parts): string {
  const lengths = new NumberWriter();
  lengths.add(addresses.lengths);
  const part = joined(JSON.stringify(head), lengths.bytes(), numbers);
  const isDeflated = part.length >= DEFLATED_FROM;
  const written = isDeflated ? deflated(part) : part;
  const start = Buffer.allocUnsafe(TEXT_FROM);
  start[0] = isDeflated ? DEFLATED : PACKED;
  start.writeUInt32LE(written.length, 1);
  return Buffer.concat([start, written, addressBytes(addresses)]).toString('base64');
}

function joined(head: string, lengths: Uint8Array, numbers: Uint8Array): Buffer {
  const numbersFrom = LENGTH_BYTES + Buffer.byteLength(head);
  const bytes = Buffer.allocUnsafe(numbersFrom + lengths.length + numbers.length);
  bytes.writeUInt32LE(numbersFrom - LENGTH_BYTES);
  bytes.write(head, LENGTH_BYTES);
  bytes.set(lengths, numbersFrom);
  bytes.set(numbers, numbersFrom + lengths.length);
  return bytes;
}

/** This happens in the main thread, because passing it to another thread costs more than it saves. */
function deflated(bytes: Uint8Array): Buffer {
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

/**
 * Returns the parts of a payload. What its columns say is not looked at.
 *
 * @throws when it is no payload
 */
export function unpackPayload(payload: string): Parts {
  const bytes = Buffer.from(payload, 'base64');
  const [kind] = bytes;
  if (kind !== PACKED && kind !== DEFLATED) throw new Error('The payload has no known form');
  const end = TEXT_FROM + bytes.readUInt32LE(1);
  const written = bytes.subarray(TEXT_FROM, end);
  const part = kind === DEFLATED ? inflated(written) : written;
  const headEnd = LENGTH_BYTES + part.readUInt32LE();
  const head = JSON.parse(part.toString('utf8', LENGTH_BYTES, headEnd)) as Head;
  const numbers = part.subarray(headEnd);
  const reader = new NumberReader(numbers, head.count);
  const lengths = reader.numbers();
  const addresses = lengths && readAddresses(lengths, bytes.subarray(end));
  if (!addresses) throw notWhole('ip', head.count);
  return { head, numbers: numbers.subarray(reader.at), addresses };
}

/**
 * Turns a queue payload back into entries.
 *
 * @throws when the payload is not what `encodeColumns` makes of `count` entries
 */
export function decodeColumns(payload: string, count: number): EntryColumns {
  const columns = columnsOf(unpackPayload(payload), count);
  checkPlaces(columns.staticFiles, 'staticFiles', count);
  checkPlaces(columns.claimedAddresses, 'claimedAddresses', count);
  return columns;
}

function columnsOf({ head, numbers, addresses }: Parts, count: number): EntryColumns {
  const { first, texts, staticFiles = [], claimedAddresses = [] } = head;
  const reader = new NumberReader(head.count === count ? numbers : NOTHING, count);
  const time = whole(reader.times(), 'time', count);
  for (let row = 0; row < count; row++) time[row] = (time[row] as number) + first;
  const statusCode = whole(reader.numbers(), 'statusCode', count);
  const found = new Map(
    Object.entries(texts).map(([name, own]): [string, TextColumn<string | null>] => [
      name,
      { texts: own, places: placesIn(own, whole(reader.numbers(), name, count), name) },
    ]),
  );
  if (reader.at !== numbers.length)
    throw new Error('The batch has more columns than its head names');
  const columnOf = (name: TextName) => {
    const column = found.get(name);
    if (!column && !OPTIONAL_NAMES.has(name)) throw notWhole(name, count);
    return column ?? noTexts(count);
  };
  return {
    ...{ count, time, statusCode, addresses, staticFiles, claimedAddresses },
    ...textColumns(columnOf),
  };
}

function whole<Column>(column: Column | undefined, name: string, count: number): Column {
  if (!column) throw notWhole(name, count);
  return column;
}

function placesIn(texts: readonly unknown[], places: Uint32Array, name: string): Uint32Array {
  const { length } = texts;
  // An index, because going over a typed array by its iterator takes several times as long.
  for (let row = 0; row < places.length; row++)
    if ((places[row] as number) >= length)
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
