import type { LineBytes } from './plain/plain-entry.js';
import { utf8Of } from './text/bytes.js';

/** A line of a log, and where it stands. */
export interface Line {
  /** The number of the line; the first line is 1. */
  number: number;
  /**
   * The line without its line break. Undefined when the line is longer than `LONGEST_LINE` bytes.
   */
  text: string | undefined;
  /** Where this line starts and where the next one starts, in bytes from the start of the log. */
  start: number;
  end: number;
  /** Whether the line ends with a line feed. Without one, the last line may still be growing. */
  ended: boolean;
  /**
   * Where the line stands in the bytes that were read. Undefined for a line that was put together, and
   * for one that is too long.
   */
  place?: LineBytes | undefined;
}

/** A line whose text is made only when somebody asks for it. */
export class ReadLine implements Line {
  // A copy of the line with another text has no place in the bytes: this is not copied.
  readonly #bytes: LineBytes;
  #text: string | undefined;

  constructor(
    readonly number: number,
    readonly start: number,
    readonly end: number,
    readonly ended: boolean,
    bytes: LineBytes,
  ) {
    this.#bytes = bytes;
  }

  get place(): LineBytes {
    return this.#bytes;
  }

  get text(): string {
    return (this.#text ??= textIn(this.#bytes, this.start));
  }
}

const BYTE_ORDER_MARK = '\ufeff';

/** Returns the text of a line that starts at `start` in its log. */
function textIn({ bytes, from, to }: LineBytes, start: number): string {
  const text = utf8Of(bytes.subarray(from, to));
  return start === 0 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
