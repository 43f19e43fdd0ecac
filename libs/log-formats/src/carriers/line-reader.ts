import type { ReadPlain } from '../plain/plain-entry.js';
import { type RecordReader, type RecordResult, reject, skipOf } from '../record-reader.js';
import { withoutSyslogHead } from '../text/syslog-head.js';

interface LineReading {
  /**
   * Whether the format has a use for the head of a syslog daemon; by default it is passed over.
   */
  keepsHead?: boolean;
  /** Reads plain lines from their bytes, where the format can do that. */
  readPlain?: ReadPlain;
}

/** Returns a reader for a format whose records are lines that do not depend on each other. */
export function lineReader(
  readText: (line: string) => RecordResult,
  { keepsHead = false, readPlain }: LineReading = {},
): RecordReader {
  const reader = readerOfLines((line) => {
    const text = keepsHead ? line : withoutSyslogHead(line);
    return skipOf(text) ?? readText(text);
  });
  return readPlain ? { ...reader, readPlain } : reader;
}

/** Returns a reader of such lines that also says itself which of them are skipped. */
export function readerOfLines(read: (line: string) => RecordResult): RecordReader {
  const readRecord = (record: unknown) => (typeof record === 'string' ? read(record) : NO_LINE);
  return {
    read: readRecord,
    readValue: (value) => [readRecord(value)],
    readLine: (line) => [read(line)],
    split: (line) => [line],
    preamble: () => [],
  };
}

const NO_LINE = reject('unknown_shape', 'is not a line of text');
