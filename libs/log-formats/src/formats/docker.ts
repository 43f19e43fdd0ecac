import { objectReader } from '../carriers/object-reader.js';
import {
  COMMENT,
  NO_VISIT,
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import { isObject, type JsonObject, parseJson, textOf } from '../text/json-object.js';
import { withoutSyslogHead } from '../text/syslog-head.js';
import { createUnknownRecords } from './json-fields.js';

/** No line is longer; what is longer is not kept. */
const LONGEST = 1024 * 1024;

const NO_DOCKER = reject(
  'unknown_shape',
  "has no `log` with a `stream`: docker's json-file has both",
);
const NO_REQUEST = reject('unknown_shape', 'has a `log` that is no line of an access log');
const TOO_LONG = reject('too_long', 'has a `log` that is longer than 1 MiB with its other parts');

/**
 * Reads what docker's driver json-file writes around each line of a container. A line of more than
 * 16 KiB is cut into several records, of which only the last one ends with a line feed. What a
 * container writes to standard error beside requests is no visit.
 *
 * Source: https://docs.docker.com/engine/logging/drivers/json-file/
 */
export function createDockerReader(options: ReaderOptions): RecordReader {
  const { readText } = createUnknownRecords(options);
  /** The first parts of a line, by their stream. */
  const parts = new Map<string, JsonObject[]>();

  const readObject = (record: JsonObject): RecordResult => {
    const { log, stream } = record;
    if (typeof log !== 'string' || typeof stream !== 'string') return NO_DOCKER;
    const before = parts.get(stream) ?? [];
    if (!log.endsWith('\n') && hasRoom(before, log)) {
      parts.set(stream, [...before, record]);
      return COMMENT;
    }
    parts.delete(stream);
    if (!log.endsWith('\n')) return TOO_LONG;
    const line = [...before, record].map((part) => textOf(part['log'])).join('');
    return readText(line.trimEnd()) ?? (stream === 'stderr' ? NO_VISIT : NO_REQUEST);
  };
  const reader = objectReader(readObject);
  return {
    ...reader,
    split: (line) => {
      const value = parseJson(withoutSyslogHead(line));
      return Array.isArray(value) && value.every(isObject) ? reader.split(line) : [line];
    },
    preamble: () => [...parts.values()].flat().map((part) => JSON.stringify(part)),
  };
}

function hasRoom(parts: JsonObject[], log: string): boolean {
  return parts.reduce((sum, part) => sum + textOf(part['log']).length, log.length) <= LONGEST;
}
