/** Where a text stands in the bytes of a line. Where `from` is -1, the log does not have it. */
export interface Span {
  from: number;
  to: number;
}

const noSpan = (): Span => ({ from: -1, to: -1 });

/**
 * The entry of a plain line, whose texts are pieces of the line. Their bytes stand for themselves in
 * JSON: they are printable ASCII without a quote and without a backslash. A reader fills it anew for
 * each line, so that a line makes no object.
 */
export class PlainEntry {
  /** Epoch milliseconds UTC. */
  time = 0;
  /** 0 to 999. */
  statusCode = 0;
  /** May be empty. It stands in no line: it is what the reader was told. */
  host = '';
  readonly method = noSpan();
  readonly path = noSpan();
  readonly ip = noSpan();
  /** Empty when the visitor sent none. */
  readonly userAgent = noSpan();
  readonly referer = noSpan();
  readonly protocol = noSpan();
}

/** The bytes of one line, without its line break, within those of many. */
export interface LineBytes {
  bytes: Uint8Array;
  /** The first byte of the line, and the one behind it. */
  from: number;
  to: number;
}

/**
 * Reads a line from its bytes, if it is plain: nearly every line is. True: the entry is what the
 * reader of its text makes of it, and the bytes of the line are its text. False: the line must be
 * read as a text, and what stands in the entry means nothing.
 */
export type ReadPlain = (line: LineBytes, entry: PlainEntry) => boolean;
