import { ExpectedError } from '../expected-error.js';
import { momentOf, type Span, widen } from './days.js';
import { type Line, readLines } from './read-lines.js';

const MOST_ENTRIES = 1000;
// The API takes 10 MiB; long lines make smaller batches.
const MOST_CHARACTERS = 2_000_000;

/** Entries that are sent together. */
export interface Batch {
  /** A JSON array. */
  body: string;
  /** Line number in the file of each entry. */
  lines: number[];
  /** Undefined when no entry has a readable timestamp. */
  span: Span | undefined;
}

/**
 * A log as batches of at most 1000 entries, one JSON object a line, read as it is asked for.
 *
 * @throws ExpectedError naming the line that is no JSON object
 */
export async function* readBatches(chunks: AsyncIterable<Buffer>): AsyncGenerator<Batch> {
  let batch = new BatchBuilder();
  for await (const line of readLines(chunks)) {
    batch.add(line);
    if (!batch.full) continue;
    yield batch.build();
    batch = new BatchBuilder();
  }
  if (batch.lines.length > 0) yield batch.build();
}

class BatchBuilder {
  readonly lines: number[] = [];
  private readonly texts: string[] = [];
  private characters = 0;
  private span: Span | undefined;

  add({ number, text }: Line): void {
    const moment = momentOf(parseEntry(number, text)['timestamp']);
    if (moment !== undefined) this.span = widen(this.span, moment);
    this.lines.push(number);
    this.texts.push(text);
    this.characters += text.length;
  }

  get full(): boolean {
    return this.lines.length === MOST_ENTRIES || this.characters >= MOST_CHARACTERS;
  }

  build(): Batch {
    return { body: `[${this.texts.join(',')}]`, lines: this.lines, span: this.span };
  }
}

function parseEntry(number: number, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ExpectedError(`Line ${number} is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ExpectedError(`Line ${number} is not a log entry: it must be one JSON object.`);
  }
  return value as Record<string, unknown>;
}
