const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;
/** The first byte of a byte order mark. */
const MARK = 0xef;

/** Finds where the objects of a list end, in bytes that come in pieces. */
export class ObjectEnds {
  private depth = 0;
  private inString = false;
  private isEscaped = false;

  /** Yields the places behind the objects that end in the next bytes. */
  *endsIn(bytes: Uint8Array): Generator<number> {
    for (let at = 0; at < bytes.length; at++) if (this.isEnd(bytes[at] as number)) yield at + 1;
  }

  private isEnd(byte: number): boolean {
    if (this.inString) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) this.inString = false;
      return false;
    }
    if (byte === QUOTE) this.inString = true;
    else if (byte === OPEN_OBJECT || (byte === OPEN_ARRAY && this.depth > 0)) this.depth += 1;
    else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && this.depth > 0) {
      this.depth -= 1;
      return this.depth === 0;
    }
    return false;
  }
}

/** Tells whether bytes begin a list of objects, or an object behind a comma of a list. */
export function beginsObjects(pieces: readonly Uint8Array[]): boolean {
  for (const piece of pieces)
    for (const byte of piece) {
      if (byte === OPEN_OBJECT) return true;
      if (byte !== OPEN_ARRAY && byte !== COMMA && byte !== SPACE && byte !== TAB) return false;
    }
  return false;
}

/**
 * Tells of almost every line by its ends that it is a line by itself, and no object that goes on in
 * the next one.
 */
export function isPlain(pieces: readonly Uint8Array[]): boolean {
  const [first] = pieces;
  if (first === undefined) return true;
  const byte = first[0] as number;
  return byte === OPEN_OBJECT ? endOf(pieces) === CLOSE_OBJECT : beginsLine(byte);
}

/** The same of a line that stands between two places. */
export function isPlainBetween(bytes: Uint8Array, from: number, to: number): boolean {
  if (from === to) return true;
  const byte = bytes[from] as number;
  if (byte !== OPEN_OBJECT) return beginsLine(byte);
  return bytes[bytes[to - 1] === RETURN ? to - 2 : to - 1] === CLOSE_OBJECT;
}

function beginsLine(byte: number): boolean {
  // Digits and letters come first, because nearly all lines begin with one.
  if (byte > COMMA && byte < OPEN_ARRAY) return true;
  const isOther = byte !== OPEN_ARRAY && byte !== CLOSE_ARRAY && byte !== COMMA;
  return isOther && byte !== SPACE && byte !== TAB && byte !== MARK;
}

/** Returns the last byte of a line, in front of a carriage return. */
function endOf(pieces: readonly Uint8Array[]): number | undefined {
  const last = pieces[pieces.length - 1] as Uint8Array;
  const end = last[last.length - 1] === RETURN ? last.length - 2 : last.length - 1;
  return last[end];
}

/** Tells whether a line is what is left of a list: it begins within the list, and ends it. */
export function isRestOfList(pieces: readonly Uint8Array[]): boolean {
  const first = pieces[0]?.[0];
  if (first !== COMMA && first !== OPEN_OBJECT) return false;
  return endOf(pieces) === CLOSE_ARRAY;
}
