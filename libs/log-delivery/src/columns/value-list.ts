import { MAX_ENTRIES_PER_REQUEST, NO_VALUE } from '@app/contracts';

/** More than twice the number of entries of a batch. */
const SLOT_BITS = 12;
const SLOTS = 1 << SLOT_BITS;
/** The highest bits of a hash depend on all others. */
const SLOT_SHIFT = 32 - SLOT_BITS;
/** So few values are compared: a visitor can choose texts that have the same hash. */
const MOST_COMPARED = 4;
const NEW = -1;
const FIRST_BYTES = 8_192;
/** More memory than this is not held from batch to batch, in bytes. */
const MOST_KEPT = 262_144;
/** The golden ratio of 2^32, which spreads the bits of what it is multiplied with. */
const SPREAD = 0x9e3779b1;
const QUOTE = 0x22;
const COMMA = 0x2c;
/** Matches a text whose characters stand for themselves in JSON, each in a byte. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** A longer text is not held only to be recognised, in characters. */
const LONGEST_KNOWN = 2_048;
const UTF8 = new TextEncoder();

/** The values of a column, and which of them each entry has. */
export interface Values {
  /** The items of a JSON list, with commas between them and no brackets. */
  json: Uint8Array;
  /** The index of each entry's value, or `NO_VALUE`. */
  indexes: Int16Array;
  /** Where the item of each value begins. */
  starts: Uint32Array;
}

/** A piece of some bytes, which a view shows four at a time. */
export interface Piece {
  bytes: Uint8Array;
  view: DataView;
  from: number;
  to: number;
}

/**
 * Collects the values of a column as JSON. What comes again in a batch is written once: it is
 * recognised by its bytes, so that no text is made of it.
 */
export class ValueList {
  private json = new Uint8Array(FIRST_BYTES);
  private view = new DataView(this.json.buffer);
  private length = 0;
  private count = 0;
  private readonly indexes = new Int16Array(MAX_ENTRIES_PER_REQUEST).fill(NO_VALUE);
  private readonly starts = new Uint32Array(MAX_ENTRIES_PER_REQUEST);
  private readonly lengths = new Uint32Array(MAX_ENTRIES_PER_REQUEST);
  private readonly hashes = new Int32Array(MAX_ENTRIES_PER_REQUEST);
  /** One more than the index of a text; 0 where there is none. */
  private readonly slots = new Uint16Array(SLOTS);
  /** The indexes of values that did not come as bytes. */
  private readonly known = new Map<unknown, number>();
  /** Whether the text that was looked up last is found again. */
  private hasSlot = true;

  /** Bytes of all values. */
  get size(): number {
    return this.length;
  }

  /** Gives an entry a text of bytes that stand for themselves in JSON. */
  addBytes(row: number, piece: Piece): void {
    this.indexes[row] = this.indexOf(piece);
  }

  /** Gives an entry a value that JSON can have; undefined for none. */
  add(row: number, value: unknown): void {
    if (value === undefined) return;
    const index = this.known.get(value) ?? this.learn(value);
    this.indexes[row] = index;
  }

  /** Returns what the first entries have, and begins anew. Undefined when none has a value. */
  take(entries: number): Values | undefined {
    if (this.count === 0) return undefined;
    const values = {
      json: this.json.slice(0, this.length),
      indexes: this.indexes.slice(0, entries),
      starts: this.starts.slice(0, this.count),
    };
    this.length = this.count = 0;
    if (this.json.length > MOST_KEPT) this.hold(new Uint8Array(FIRST_BYTES));
    this.indexes.fill(NO_VALUE, 0, entries);
    this.slots.fill(0);
    this.known.clear();
    return values;
  }

  private indexOf(piece: Piece): number {
    const hash = hashOf(piece);
    let slot = hash >>> SLOT_SHIFT;
    this.hasSlot = true;
    for (let compared = 0; compared < MOST_COMPARED; compared++) {
      const index = this.slots[slot]! - 1;
      if (index === NEW) {
        this.slots[slot] = this.count + 1;
        return this.appendText(piece, hash);
      }
      if (this.hashes[index] === hash && this.isAt(index, piece)) return index;
      slot = (slot + 1) & (SLOTS - 1);
    }
    this.hasSlot = false;
    return this.appendText(piece, hash);
  }

  private isAt(index: number, { bytes, view, from, to }: Piece): boolean {
    const length = to - from;
    if (this.lengths[index] !== length) return false;
    const start = this.starts[index]! + 1;
    let at = 0;
    for (; at + 4 <= length; at += 4)
      if (this.view.getInt32(start + at) !== view.getInt32(from + at)) return false;
    for (; at < length; at++) if (this.json[start + at] !== bytes[from + at]) return false;
    return true;
  }

  private appendText({ bytes, from, to }: Piece, hash: number): number {
    const length = to - from;
    const index = this.begin(length + 2);
    const { json } = this;
    let at = this.length;
    json[at++] = QUOTE;
    for (let place = from; place < to; place++) json[at++] = bytes[place]!;
    json[at++] = QUOTE;
    this.length = at;
    this.lengths[index] = length;
    this.hashes[index] = hash;
    return index;
  }

  private learn(value: unknown): number {
    const isText = typeof value === 'string';
    const isPlain = isText && PLAIN.test(value);
    const index = isPlain ? this.indexOf(pieceOf(value)) : this.append(JSON.stringify(value));
    // A text is found again or not, whether it comes as bytes or as a text.
    const isKept = isPlain ? this.hasSlot : typeof value !== 'object' || value === null;
    if (isKept && !(isText && value.length > LONGEST_KNOWN)) this.known.set(value, index);
    return index;
  }

  private append(item: string): number {
    const bytes = UTF8.encode(item);
    const index = this.begin(bytes.length);
    this.json.set(bytes, this.length);
    this.length += bytes.length;
    return index;
  }

  /** Makes room for an item of so many bytes, and returns its index. */
  private begin(bytes: number): number {
    const needed = this.length + bytes + 1;
    if (needed > this.json.length) this.grow(needed);
    if (this.count > 0) this.json[this.length++] = COMMA;
    this.starts[this.count] = this.length;
    return this.count++;
  }

  private grow(needed: number): void {
    const json = new Uint8Array(Math.max(needed, 2 * this.json.length));
    json.set(this.json.subarray(0, this.length));
    this.hold(json);
  }

  private hold(json: Uint8Array<ArrayBuffer>): void {
    this.json = json;
    this.view = new DataView(json.buffer);
  }
}

function hashOf({ bytes, view, from, to }: Piece): number {
  let hash = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    hash = Math.imul(hash ^ view.getInt32(at), SPREAD);
    hash ^= hash >>> 15;
  }
  for (; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, SPREAD);
  return Math.imul(hash ^ (hash >>> 15), SPREAD);
}

function pieceOf(text: string): Piece {
  const bytes = UTF8.encode(text);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { bytes, view, from: 0, to: bytes.length };
}
