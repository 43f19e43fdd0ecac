import { type Line, LineSplitter } from '@app/log-formats';
import { isLastLine, isWithinLine, LOG_START, type Position } from './batch.js';
import type { Hash } from './hash.js';
import { joined, readLines } from './lines.js';
import { LogFault } from './log-fault.js';
import type { LogSource } from './log-source.js';
import type { StoredRecord } from './records.js';

/** Where to continue in a log, and the lines from there on. */
export interface Place {
  /** Undefined means that the log is new. */
  stored: StoredRecord | undefined;
  position: Position;
  lines: AsyncGenerator<Line[]>;
}

/**
 * Finds where the delivery of a log continues. A record belongs to a log when the log starts like
 * it and has its last line at the same place. A renamed, rotated or grown log does; a log that
 * replaced it does not.
 *
 * @param records of logs that start like this one
 * @param origin the chain at the start of a log that is new
 */
export async function findPlace(
  source: LogSource,
  records: StoredRecord[],
  hash: Hash,
  origin = LOG_START.chain,
): Promise<Place> {
  for (const stored of records) {
    const { done, entries } = stored.record;
    // Lines that were read in the wrong format were not sent.
    if (!done || entries === 0) return { stored, ...fromStart(source, stored.record.origin) };
    const { lastLine, position } = done;
    const before = isWithinLine(position) ? position.lines : position.lines - 1;
    const splitter = new LineSplitter(lastLine.start, before);
    const lines = readLines(source.read(lastLine.start), splitter);
    const first = await lines.next();
    const [known, ...rest] = first.done ? [] : first.value;
    if (known && isLastLine(known, lastLine, hash)) {
      if (isWithinLine(position)) return { stored, position, lines: joined(first.value, lines) };
      // The last line had no line feed then, so it may have grown. It was counted, and no other
      // line starts there.
      return { stored, position: { ...position, offset: known.end }, lines: joined(rest, lines) };
    }
    if (!source.repeatable) {
      throw new LogFault(
        'other_log',
        `${source.name} starts like a log imported before, but continues differently`,
      );
    }
    await lines.return(undefined);
  }
  return { stored: undefined, ...fromStart(source, origin) };
}

function fromStart(source: LogSource, chain = LOG_START.chain) {
  return { position: { ...LOG_START, chain }, lines: readLines(source.read(0)) };
}
