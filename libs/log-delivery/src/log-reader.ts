import {
  type ChosenFormat,
  createMixedReader,
  createReader,
  type ReaderOptions,
  type RecordReader,
} from '@app/log-formats';
import type { LogResult } from './result.js';

interface LogReading {
  /** The format that somebody named, who knows it. */
  wanted: ChosenFormat | undefined;
  options: ReaderOptions;
  result: LogResult;
}

/**
 * Returns the reader of a log. Where nobody named its format, lines of other formats are read as well,
 * and counted in the result.
 */
export function createLogReader(
  format: ChosenFormat,
  { wanted, options, result }: LogReading,
): RecordReader {
  if (wanted !== undefined || typeof format !== 'string') return createReader(format, options);
  const mixed = createMixedReader(format, options);
  result.others = mixed.others;
  return mixed;
}
