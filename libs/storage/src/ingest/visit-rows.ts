import {
  ADDRESS_BYTES,
  type AddressColumn,
  addressTextAt,
  type Dictionary,
  fieldsOf,
  ROW_TEXTS,
  type TextColumn,
  textAt,
} from '@app/contracts';
import type { NumberedVisits } from './visit-numbers.js';

/** Rows of two kinds, each as PostgreSQL reads them in a COPY. */
export interface VisitRows {
  /** Those that dictionaries know wholly, in binary format; undefined when there are none. */
  narrow: Buffer | undefined;
  /** The others, in text format; undefined when there are none. */
  wide: string | undefined;
}

/** The columns of every row, in the order in which they are written. */
const NARROW = [
  ...['time', 'website_id', 'bot_id', 'verification', 'status_code', 'page_id', 'ip', 'late'],
  ...['client_id', 'referer_id', ...ROW_TEXTS.map(({ field }) => field)],
];
/** The columns for texts that a dictionary would have. */
const WIDE = (['pages', 'clients', 'referers'] as const).flatMap((dictionary) =>
  fieldsOf(dictionary).map(({ field }) => field),
);
export const COPY_NARROW = `COPY visits (${NARROW.join(', ')}) FROM STDIN (FORMAT binary)`;
export const COPY_WIDE = `COPY visits (${[...NARROW, ...WIDE].join(', ')}) FROM STDIN`;

/** https://www.postgresql.org/docs/current/sql-copy.html: signature, flags, no extension. */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const TRAILER_BYTES = 2;
const COLUMNS = NARROW.length;
const LENGTH_BYTES = 4;
/** With an IPv6 address and without a null. */
const LONGEST_ROW = ROW_TEXTS.reduce(
  (bytes, { mostBytes }) => bytes + LENGTH_BYTES + mostBytes,
  99,
);
/** Times are counted from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const LOW = 2 ** 32;
const MOST_SMALLINT = 2 ** 15 - 1;
/** Address families as PostgreSQL sends them, and the bytes of an address. */
const IPV4 = { family: 2, bytes: 4 };
const IPV6 = { family: 3, bytes: 16 };

/** @param lateBefore epoch milliseconds; older visits are late */
export function rowsOf(batches: readonly NumberedVisits[], lateBefore: number): VisitRows {
  const narrow = new BinaryRows(batches.reduce((sum, { visits }) => sum + visits.count, 0));
  const wide: string[] = [];
  for (const batch of batches) {
    const { count, times, texts } = batch.visits;
    narrow.begin(ROW_TEXTS.map(({ name }) => texts[name]));
    for (let row = 0; row < count; row++) {
      const late = (times[row] as number) < lateBefore;
      if (!narrow.add(batch, row, late)) wide.push(textRow(batch, row, late));
    }
  }
  return { narrow: narrow.end(), wide: wide.length > 0 ? wide.join('') : undefined };
}

/** The texts of a column in UTF-8, each once. */
interface EncodedTexts {
  places: Uint32Array;
  bytes: readonly (Buffer | null)[];
}

/** Writes rows one behind the other. */
class BinaryRows {
  private readonly buffer: Buffer;
  private readonly view: DataView;
  private at = HEADER.length;
  private texts: EncodedTexts[] = [];

  constructor(most: number) {
    this.buffer = Buffer.allocUnsafe(HEADER.length + most * LONGEST_ROW + TRAILER_BYTES);
    HEADER.copy(this.buffer);
    this.view = new DataView(this.buffer.buffer, this.buffer.byteOffset, this.buffer.length);
  }

  /** Begins a batch with these texts in its rows. */
  begin(texts: readonly TextColumn<string | null>[]): void {
    this.texts = texts.map(({ texts: own, places }) => ({
      places,
      bytes: own.map((text) => (text === null ? null : Buffer.from(text))),
    }));
  }

  /**
   * Returns false, and adds nothing, when a dictionary lacks something of the visit, or when a value
   * does not fit into its column: the database then refuses it as text.
   */
  add({ visits, clientIds, refererIds }: NumberedVisits, row: number, late: boolean): boolean {
    const pageId = visits.pages[visits.pageOf[row] as number]?.id ?? null;
    const clientId = clientIds[visits.clientOf[row] as number] ?? null;
    const referer = visits.refererOf[row] as number;
    const refererId = refererIds[referer] ?? null;
    const statusCode = visits.statusCodes[row] as number;
    if (pageId === null || clientId === null || (refererId === null && referer !== -1))
      return false;
    if (statusCode > MOST_SMALLINT) return false;
    this.short(COLUMNS);
    this.long((Math.round(visits.times[row] as number) - EPOCH_MS) * 1_000);
    this.integer(visits.websiteIds[row] as number);
    this.integer(visits.botIds[row] as number);
    this.shortValue(visits.verifications[row] as number);
    this.shortValue(statusCode);
    this.long(pageId);
    this.address(visits.addresses, row);
    this.view.setInt32(this.at, 1);
    this.view.setInt8(this.at + 4, late ? 1 : 0);
    this.at += 5;
    this.integer(clientId);
    if (refererId === null) this.nothing();
    else this.integer(refererId);
    for (const { places, bytes } of this.texts) this.text(bytes[places[row] as number] ?? null);
    return true;
  }

  end(): Buffer | undefined {
    if (this.at === HEADER.length) return undefined;
    this.short(-1);
    return this.buffer.subarray(0, this.at);
  }

  private short(value: number): void {
    this.view.setInt16(this.at, value);
    this.at += 2;
  }

  private shortValue(value: number): void {
    this.view.setInt32(this.at, 2);
    this.view.setInt16(this.at + 4, value);
    this.at += 6;
  }

  private integer(value: number): void {
    this.view.setInt32(this.at, 4);
    this.view.setInt32(this.at + 4, value);
    this.at += 8;
  }

  private long(value: number): void {
    const high = Math.floor(value / LOW);
    this.view.setInt32(this.at, 8);
    this.view.setInt32(this.at + 4, high);
    // Not the remainder, which takes several times as long of such a large number.
    this.view.setUint32(this.at + 8, value - high * LOW);
    this.at += 12;
  }

  private text(bytes: Buffer | null): void {
    if (bytes === null) return this.nothing();
    const { length } = bytes;
    this.view.setInt32(this.at, length);
    this.at += LENGTH_BYTES;
    // Byte by byte, because the method of typed arrays takes several times as long for so few.
    for (let index = 0; index < length; index++) this.buffer[this.at++] = bytes[index] as number;
  }

  private nothing(): void {
    this.view.setInt32(this.at, -1);
    this.at += 4;
  }

  private address({ lengths, words }: AddressColumn, row: number): void {
    const length = lengths[row] as number;
    if (length === ADDRESS_BYTES.none) return this.nothing();
    const family = length <= ADDRESS_BYTES.ipv4 ? IPV4 : IPV6;
    this.addressHead(family);
    const end = this.at + family.bytes;
    for (let word = 4 * row; this.at < end; word++, this.at += 4)
      this.view.setUint32(this.at, words[word] as number);
  }

  /** The length of what follows; then family, bits, whether it is a network, and bytes. */
  private addressHead({ family, bytes }: typeof IPV4): void {
    this.view.setInt32(this.at, 4 + bytes);
    this.view.setUint8(this.at + 4, family);
    this.view.setUint8(this.at + 5, bytes * 8);
    this.view.setUint8(this.at + 6, 0);
    this.view.setUint8(this.at + 7, bytes);
    this.at += 8;
  }
}

/** Returns a row with the texts that no dictionary has. */
function textRow(
  { visits, clientIds, refererIds }: NumberedVisits,
  row: number,
  late: boolean,
): string {
  const page = visits.pages[visits.pageOf[row] as number];
  const client = visits.clientOf[row] as number;
  const clientId = clientIds[client] ?? null;
  const referer = visits.refererOf[row] as number;
  const refererId = refererIds[referer] ?? null;
  const values = [
    new Date(visits.times[row] as number).toISOString(),
    visits.websiteIds[row],
    visits.botIds[row],
    visits.verifications[row],
    visits.statusCodes[row],
    page?.id,
    addressTextAt(visits.addresses, row),
    late ? 't' : 'f',
    clientId,
    refererId,
    ...ROW_TEXTS.map(({ name }) => textAt(visits.texts[name], row)),
    ...textsOf('pages', page?.id === null ? page : undefined),
    ...textsOf('clients', clientId === null ? visits.clients[client] : undefined),
    ...textsOf('referers', refererId === null ? visits.referers[referer] : undefined),
  ];
  return `${values.map((value) => escaped(value ?? null)).join('\t')}\n`;
}

/** Returns what a dictionary would have, or nulls where it has it. */
function textsOf(dictionary: Dictionary, entry: object = {}): (string | null)[] {
  const texts = entry as Record<string, string | null | undefined>;
  return fieldsOf(dictionary).map(({ name }) => texts[name] ?? null);
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(value: string | number | null): string {
  if (value === null) return '\\N';
  return String(value).replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] as string);
}
