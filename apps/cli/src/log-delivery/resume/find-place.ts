import { type Line, LineSplitter } from '@app/log-formats';
import { CommandError } from '../../program/failure.js';
import { isLastLine, isWithinLine, LOG_START, type Position } from '../read/batch.js';
import type { LogSource } from '../read/log-source.js';
import { joined, readLines } from '../read/lines.js';
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
    if (known && isLastLine(known, lastLine)) {
      if (isWithinLine(position)) return { stored, position, lines: joined(first.value, lines) };
      // The last line had no line feed then, so it may have grown. It was counted, and no other
      // line starts there.
      return { stored, position: { ...position, offset: known.end }, lines: joined(rest, lines) };
    }
    if (!source.repeatable) {
      throw new CommandError(
        `${source.name} starts like a log imported before, but continues differently: import it as a file.`,
      );
    }
    await lines.return(undefined);
  }
  return { stored: undefined, ...fromStart(source, origin) };
}

function fromStart(source: LogSource, chain = LOG_START.chain) {
  return { position: { ...LOG_START, chain }, lines: readLines(source.read(0)) };
}
