import { MAX_ENTRIES_PER_REQUEST } from '@app/contracts';
import { type Line, PlainEntry, type RecordReader } from '@app/log-formats';
import type { BatchEntries } from './columns/batch-entries.js';
import { EntryCollector, type PlacedLine } from './columns/entry-collector.js';
import { LineTexts } from './columns/line-texts.js';
import type { Hash } from './hash.js';
import { type LineRecord, readRecords } from './lines.js';
import type { LogFault } from './log-fault.js';
import { untilMissingEnd } from './missing-end.js';
import { addSkip, type SkipCounts } from './skips.js';
import type { EntrySigns } from './warnings/entry-signs.js';
import { signsOf } from './warnings/signs-of.js';

/** A line that is not an entry, or that the service refused. */
export interface Reject {
  line: number;
  /** The end of a sentence, such as "has no …". */
  reason: string;
  /** The record as a line of its own; empty when the line was too long to be kept. */
  text: string;
}

/** How far a log has been read. */
export interface Position {
  /** Number of bytes from its start. */
  offset: number;
  /** Number of lines. */
  lines: number;
  /** Records of the next line that are read too. It is left out when there are none. */
  records?: number;
  /** Hash of everything so far. It identifies the log and the place in it. */
  chain: string;
}

/** Lines that are sent together. */
export interface Batch {
  entries: BatchEntries;
  rejects: Reject[];
  skipped: SkipCounts;
  /** What its entries tell about how the log is written. */
  signs: EntrySigns;
  from: Position;
  to: Position;
  /** The last line of the batch, or the line in which it ends. It identifies the place. */
  lastLine: LastLine;
  /** Lines that a reader must read before it can continue after this batch. */
  preamble: string[];
  /** Whether these lines will always form a batch, however the log grows. */
  full: boolean;
}

export interface LastLine {
  /** Where the line starts, in bytes. */
  start: number;
  /** In UTF-16 units. */
  length: number;
  sha256: string;
}

/** No batch: what most lines complete. */
const NONE: readonly Batch[] = [];
/** Of the values of the entries; the API accepts a body of 10 MiB. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Bounds the memory for a log with nothing but rejects. */
const MOST_LINES = 10_000;
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** Tells whether records of the line that starts here are already read. */
export const isWithinLine = ({ records = 0 }: Position): boolean => records > 0;

/** Tells whether anything was read before this position. */
export const isStarted = (position: Position): boolean =>
  position.lines > 0 || isWithinLine(position);

/** The chain is the hash of `botgauge/import 1`. */
export const LOG_START: Position = {
  offset: 0,
  lines: 0,
  chain: '682b500fb3788def7e676a302d84876799a94eded9fcac1be040a41874763419',
};

/**
 * Collects lines into batches. Where a batch ends depends only on the lines and on `cutAt`, never
 * on time or on how bytes arrive. So an interrupted import makes the same batches again, under the
 * same names.
 */
export class BatchBuilder {
  private readonly entries = new EntryCollector();
  private readonly plain = new PlainEntry();
  private rejects: Reject[] = [];
  private skipped: SkipCounts = {};
  private now: number;
  private texts = new LineTexts();
  private last: Line | undefined;
  /** Records of the next line that are read already. */
  private readBefore: number;

  /**
   * @param position where the first line starts
   * @param cutAt offset at which an earlier import ended a batch before it was full
   * @param clock returns epoch milliseconds UTC; it is asked once for each batch
   */
  constructor(
    private readonly reader: RecordReader,
    private readonly hash: Hash,
    private position: Position,
    private readonly cutAt: number | undefined,
    private readonly clock: () => number,
  ) {
    this.readBefore = position.records ?? 0;
    this.now = clock();
  }

  /** Adds a line. Returns the batches that are full with it: only a line of many records has several. */
  add(line: Line): readonly Batch[] {
    const isPlain = this.addPlain(line);
    const full = isPlain ? NONE : this.addRecords(line);
    this.last = line;
    const isFull =
      this.entries.count >= MAX_ENTRIES_PER_REQUEST ||
      this.texts.count >= MOST_LINES ||
      this.texts.characters >= MOST_CHARACTERS ||
      // The values of a plain line are pieces of it.
      (!isPlain && this.entries.size >= MOST_BYTES);
    return isFull || line.end === this.cutAt ? [...full, this.build(isFull, line)] : full;
  }

  /** Returns the remaining lines as a batch, or undefined when there are none. */
  rest(): Batch | undefined {
    return this.last && this.build(false, this.last);
  }

  /** Adds a line without making a text of it, if it is plain. */
  private addPlain(line: Line): boolean {
    if (!hasPlace(line) || this.readBefore > 0) return false;
    if (!this.reader.readPlain?.(line.place, this.plain)) return false;
    this.entries.addPlain(this.plain, line);
    this.texts.addBytes(line.place);
    return true;
  }

  private addRecords(line: Line): Batch[] {
    const full: Batch[] = [];
    const records = readRecords(this.reader, line);
    for (let at = this.readBefore; at < records.length; at++) {
      if (this.entries.count >= MAX_ENTRIES_PER_REQUEST) full.push(this.buildWithin(line, at));
      this.keep(line, records[at]!);
    }
    this.readBefore = 0;
    this.texts.add(textOf(line));
    return full;
  }

  private keep({ number }: Line, { text, result }: LineRecord): void {
    if (result.kind === 'entry') this.entries.add(result.entry, { number, text });
    else if (result.kind === 'skip') addSkip(this.skipped, result.reason);
    else this.rejects.push({ line: number, reason: result.message, text });
  }

  private build(full: boolean, last: Line): Batch {
    const chain = this.chainAfter();
    return this.take({ offset: last.end, lines: last.number, chain }, full, last);
  }

  /** Builds a batch that ends before a record of a line. The others stay for the next batches. */
  private buildWithin(line: Line, records: number): Batch {
    this.texts.add(textOf(line));
    this.texts.add(`${records} records`);
    const chain = this.chainAfter();
    return this.take({ offset: line.start, lines: line.number - 1, records, chain }, true, line);
  }

  private chainAfter(): string {
    return this.hash([this.position.chain, ...this.texts.all()]);
  }

  private take(to: Position, full: boolean, last: Line): Batch {
    const { position, rejects, skipped, now } = this;
    const entries = this.entries.take();
    this.position = to;
    this.rejects = [];
    this.skipped = {};
    this.texts = new LineTexts();
    this.now = this.clock();
    this.last = undefined;
    return {
      entries,
      rejects,
      skipped,
      signs: signsOf(entries, now),
      from: position,
      to,
      lastLine: lastLineOf(last, this.hash),
      preamble: this.reader.preamble(),
      full,
    };
  }
}

const hasPlace = (line: Line): line is PlacedLine => line.place !== undefined;

const textOf = ({ text, start, end }: Line): string => text ?? `${end - start} bytes`;

export interface BatchReading {
  reader: RecordReader;
  hash: Hash;
  /** Returns epoch milliseconds UTC. */
  clock: () => number;
  /** Where the first line starts. */
  position: Position;
  /** See `BatchBuilder`. */
  cutAt: number | undefined;
  /**
   * Called for a last line without a line feed that is not an entry. It is left to the next import.
   */
  onUnfinished: (reject: Reject) => void;
  /** Called when the end of the log is missing. What stands before it becomes batches as usual. */
  onMissingEnd: (fault: LogFault) => void;
}

/**
 * Yields lines as batches. Where the stream pauses (an empty list), what there is becomes a batch. A
 * last line without a line feed may still be growing. If it is already an entry, it becomes a batch
 * by itself, so that the other batches do not depend on it.
 */
export async function* readBatches(
  lines: AsyncIterable<Line[]>,
  { reader, hash, clock, position, cutAt, onUnfinished, onMissingEnd }: BatchReading,
): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(reader, hash, position, cutAt, clock);
  let unfinished: Line | undefined;
  for await (const some of untilMissingEnd(lines, onMissingEnd)) {
    if (some.length === 0) yield* restOf(builder);
    for (const line of some) {
      if (!line.ended) {
        unfinished = line;
        break;
      }
      yield* builder.add(line);
    }
  }
  yield* restOf(builder);
  if (!unfinished) return;
  const records = readRecords(reader, unfinished);
  for (const { text, result } of records) {
    if (result.kind !== 'reject') continue;
    onUnfinished({ line: unfinished.number, reason: result.message, text });
    return;
  }
  if (records.every(({ result }) => result.kind === 'skip')) return;
  yield* builder.add(unfinished);
  yield* restOf(builder);
}

function* restOf(builder: BatchBuilder): Generator<Batch> {
  const rest = builder.rest();
  if (rest) yield rest;
}

/** Returns the line that identifies a place. */
function lastLineOf({ start, text = '' }: Line, hash: Hash): LastLine {
  return { start, length: text.length, sha256: hash(text) };
}

/** Tells whether a line is the known one, or the known one with more text written to it since. */
export function isLastLine({ start, text = '' }: Line, known: LastLine, hash: Hash): boolean {
  return start === known.start && hash(text.slice(0, known.length)) === known.sha256;
}
