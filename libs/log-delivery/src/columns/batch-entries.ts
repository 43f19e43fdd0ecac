import { LOG_COLUMNS_TYPE, NO_VALUE, type SentField } from '@app/contracts';
import type { Values } from './value-list.js';

/** The content type of the bodies of batches. */
export const BODY_TYPE = LOG_COLUMNS_TYPE;

/** Where an entry stands in its log. */
export interface EntryLine {
  number: number;
  /** The entry as a line of its own. */
  text: string;
}

/** A field of the entries of a batch. Those that no entry has are left out. */
export interface Column {
  field: SentField;
  values: Values;
}

const COMMA = 0x2c;
const DASH = 0x2d;
const DIGIT_0 = 0x30;
/** An index has at most three digits or is -1, and a comma stands behind it. */
const INDEX_BYTES = 4;
const ASCII = new TextEncoder();
const UTF8 = new TextDecoder();

/** The entries of a batch, as columns. Entry N has row N. */
export class BatchEntries {
  constructor(
    readonly columns: readonly Column[],
    /** Epoch milliseconds UTC. */
    readonly times: Float64Array,
    /** As the entries name them; empty for those that name none. */
    readonly hosts: readonly string[],
    readonly lines: readonly EntryLine[],
  ) {}

  get count(): number {
    return this.lines.length;
  }

  /**
   * Returns the body of a request with the entries of these rows, of the type `BODY_TYPE` and in UTF-8.
   * Equal entries have equal bodies.
   */
  body(rows: readonly number[]): Uint8Array<ArrayBuffer> {
    const heads = this.columns.map(({ field }, at) =>
      ASCII.encode(`${at === 0 ? '{' : '},'}"${field}":{"values":[`),
    );
    const size = this.columns.reduce(
      (sum, { values }, at) => sum + values.json.length + heads[at]!.length + BEHIND_VALUES.length,
      0,
    );
    const body = new Uint8Array(size + rows.length * INDEX_BYTES * this.columns.length + 3);
    let at = 0;
    this.columns.forEach(({ values }, column) => {
      for (const bytes of [heads[column]!, values.json, BEHIND_VALUES]) {
        body.set(bytes, at);
        at += bytes.length;
      }
      at = writeIndexes(body, at, values.indexes, rows);
    });
    body.set(END, at);
    return body.subarray(0, at + END.length);
  }

  /** Returns the values of a field, and the index of each row; undefined when no entry has it. */
  valuesOf(field: SentField): { values: unknown[]; indexes: Int16Array } | undefined {
    const column = this.columns.find((one) => one.field === field)?.values;
    if (!column) return undefined;
    const values = JSON.parse(`[${UTF8.decode(column.json)}]`) as unknown[];
    return { values, indexes: column.indexes };
  }
}

const BEHIND_VALUES = ASCII.encode('],"indexes":[');
const END = ASCII.encode('}}');

/** Writes the indexes of rows with the bracket behind them, and returns where they end. */
function writeIndexes(
  body: Uint8Array,
  from: number,
  indexes: Int16Array,
  rows: readonly number[],
): number {
  let at = from;
  for (const row of rows) {
    const index = indexes[row]!;
    if (index === NO_VALUE) {
      body[at++] = DASH;
      body[at++] = DIGIT_0 + 1;
    } else {
      if (index >= 100) body[at++] = DIGIT_0 + ((index / 100) | 0);
      if (index >= 10) body[at++] = DIGIT_0 + (((index / 10) | 0) % 10);
      body[at++] = DIGIT_0 + (index % 10);
    }
    body[at++] = COMMA;
  }
  // The bracket stands in the place of the last comma.
  body[at - 1] = CLOSE_ARRAY;
  return at;
}

const CLOSE_ARRAY = 0x5d;
