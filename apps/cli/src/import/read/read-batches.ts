import type { Line, LogParser } from '@app/log-formats';
import { type Batch, BatchBuilder, type Position, type Reject } from './batch.js';
import { parseLine } from './parse-line.js';

export interface BatchReading {
  parser: LogParser;
  /** Where the first line starts. */
  position: Position;
  /** See `BatchBuilder`. */
  cutAt: number | undefined;
  /** Is told of a last line without line feed that is no entry: it stays for the next import. */
  onUnfinished: (reject: Reject) => void;
}

/**
 * Lines as batches. A last line without line feed may still be growing: when it is an entry already it
 * is a batch of its own, so that what else is sent does not depend on it.
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
