import { createHash } from 'node:crypto';
import { MAX_ENTRIES_PER_REQUEST } from '@app/contracts';
import type { Line, LogParser, ParsedLine } from '@app/log-formats';
import { parseLine } from './lines.js';

/** A line that is not an entry, or that the service refused. */
export interface Reject {
  line: number;
  /** The end of a sentence, such as "has no …". */
  reason: string;
  /** The line; empty when it was too long to be kept. */
  text: string;
}

export interface BatchEntry {
  line: number;
  text: string;
  time: number;
  json: string;
}

/** How far a log has been read. */
export interface Position {
  /** Number of bytes from its start. */
  offset: number;
  /** Number of lines. */
  lines: number;
  /** Hash of all lines so far. It identifies the log and the place in it. */
  chain: string;
}

/** Lines that are sent together. */
export interface Batch {
  entries: BatchEntry[];
  rejects: Reject[];
  /** Entries without a user agent. */
  agentless: number;
  from: Position;
  to: Position;
  /** The last line of the batch, which identifies the place. */
  lastLine: LastLine;
  /** Lines that a parser must read before it can continue after this batch. */
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

/** The API accepts 10 MiB. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Bounds the memory for a log with nothing but rejects. */
const MOST_LINES = 10_000;
const MOST_CHARACTERS = 4 * 1024 * 1024;

export const LOG_START: Position = { offset: 0, lines: 0, chain: sha256('botgauge/import 1') };

/**
 * Collects lines into batches. Where a batch ends depends only on the lines and on `cutAt`, never
 * on time or on how bytes arrive. So an interrupted import makes the same batches again, under the
 * same names.
 */
export class BatchBuilder {
  private entries: BatchEntry[] = [];
  private rejects: Reject[] = [];
  private agentless = 0;
  private texts: string[] = [];
  private bytes = 0;
  private characters = 0;
  private last: Line | undefined;

  /**
   * @param position where the first line starts
   * @param cutAt offset at which an earlier import ended a batch before it was full
   */
  constructor(
    private readonly parser: LogParser,
    private position: Position,
    private readonly cutAt: number | undefined,
  ) {}

  /** Adds a line. Returns the batch that is full with it, if there is one. */
  add(line: Line): Batch | undefined {
    const parsed = parseLine(this.parser, line);
    this.keep(line, parsed);
    const full =
      this.entries.length >= MAX_ENTRIES_PER_REQUEST ||
      this.bytes >= MOST_BYTES ||
      this.texts.length >= MOST_LINES ||
      this.characters >= MOST_CHARACTERS;
    return full || line.end === this.cutAt ? this.build(full) : undefined;
  }

  /** Returns the remaining lines as a batch, or undefined when there are none. */
  rest(): Batch | undefined {
    return this.last ? this.build(false) : undefined;
  }

  private keep(line: Line, parsed: ParsedLine): void {
    const text = line.text ?? '';
    this.last = line;
    this.texts.push(line.text ?? `${line.end - line.start} bytes`);
    this.characters += text.length;
    if (parsed.kind === 'reject') {
      this.rejects.push({ line: line.number, reason: parsed.reason, text });
    }
    if (parsed.kind !== 'entry') return;
    const json = JSON.stringify(parsed.entry);
    this.bytes += Buffer.byteLength(json);
    if (parsed.entry.user_agent === '') this.agentless++;
    this.entries.push({ line: line.number, text, time: Number(parsed.entry.timestamp), json });
  }

  private build(full: boolean): Batch {
    const { position, entries, rejects, agentless, last, texts } = this;
    if (!last) throw new Error('A batch has lines');
    const batch: Batch = {
      entries,
      rejects,
      agentless,
      from: position,
      to: {
        offset: last.end,
        lines: last.number,
        chain: sha256(`${position.chain}\n${texts.join('\n')}`),
      },
      lastLine: lastLineOf(last),
      preamble: this.parser.preamble(),
      full,
    };
    this.position = batch.to;
    this.entries = [];
    this.rejects = [];
    this.texts = [];
    this.bytes = this.characters = this.agentless = 0;
    this.last = undefined;
    return batch;
  }
}

export interface BatchReading {
  parser: LogParser;
  /** Where the first line starts. */
  position: Position;
  /** See `BatchBuilder`. */
  cutAt: number | undefined;
  /**
   * Called for a last line without a line feed that is not an entry. It is left to the next import.
   */
  onUnfinished: (reject: Reject) => void;
}

/**
 * Yields lines as batches. A last line without a line feed may still be growing. If it is already
 * an entry, it becomes a batch by itself, so that the other batches do not depend on it.
 */
export async function* readBatches(
  lines: AsyncIterable<Line[]>,
  { parser, position, cutAt, onUnfinished }: BatchReading,
): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(parser, position, cutAt);
  let unfinished: Line | undefined;
  for await (const some of lines) {
    for (const line of some) {
      if (!line.ended) {
        unfinished = line;
        break;
      }
      const batch = builder.add(line);
      if (batch) yield batch;
    }
  }
  const rest = builder.rest();
  if (rest) yield rest;
  if (!unfinished) return;
  const parsed = parseLine(parser, unfinished);
  if (parsed.kind === 'reject') {
    const { number, text = '' } = unfinished;
    onUnfinished({ line: number, reason: parsed.reason, text });
  }
  if (parsed.kind !== 'entry') return;
  builder.add(unfinished);
  const last = builder.rest();
  if (last) yield last;
}

/** Returns the line that identifies a place. */
function lastLineOf({ start, text = '' }: Line): LastLine {
  return { start, length: text.length, sha256: sha256(text) };
}

/** Tells whether a line is the known one, or the known one with more text written to it since. */
export function isLastLine({ start, text = '' }: Line, known: LastLine): boolean {
  return start === known.start && sha256(text.slice(0, known.length)) === known.sha256;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
