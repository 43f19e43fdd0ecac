import { objectReader } from '../carriers/object-reader.js';
import {
  COMMENT,
  NO_VISIT,
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import { isObject, parseJson } from '../text/json-object.js';
import { withoutSyslogHead } from '../text/syslog-head.js';
import { createUnknownRecords } from './json-fields.js';

/** No line is longer; what is longer is not kept. In characters. */
const LONGEST = 1024 * 1024;
/** Docker cuts after 16 KiB, so that the longest line has 64 parts. */
const MOST_PARTS = 256;
/** Docker has two: standard output and standard error. */
const MOST_STREAMS = 4;

const NO_DOCKER = reject(
  'unknown_shape',
  "has no `log` with a `stream`: docker's json-file has both",
);
const NO_REQUEST = reject('unknown_shape', 'has a `log` that is no line of an access log');
const TOO_LONG = reject(
  'too_long',
  `has a \`log\` that is longer than 1 MiB with its other parts, or has more than ${MOST_PARTS} parts or ${MOST_STREAMS} streams that have not ended`,
);

/** The parts of a line that has not ended yet. */
interface Begun {
  logs: string[];
  /** Of all parts together. */
  characters: number;
}

/**
 * Reads what docker's driver json-file writes around each line of a container. A line of more than
 * 16 KiB is cut into several records, of which only the last one ends with a line feed. What a
 * container writes to standard error beside requests is no visit.
 *
 * Source: https://docs.docker.com/engine/logging/drivers/json-file/
 */
export function createDockerReader(options: ReaderOptions): RecordReader {
  const { readText } = createUnknownRecords(options);
  const begun = new Map<string, Begun>();

  /** Keeps a part, unless the line or the number of lines is too large. */
  const keep = (stream: string, log: string): boolean => {
    const line = begun.get(stream) ?? { logs: [], characters: 0 };
    const isNew = line.logs.length === 0;
    line.logs.push(log);
    line.characters += log.length;
    if (line.characters > LONGEST || line.logs.length > MOST_PARTS) {
      begun.delete(stream);
      return false;
    }
    if (isNew && begun.size >= MOST_STREAMS) return false;
    begun.set(stream, line);
    return true;
  };

  const reader = objectReader(({ log, stream }): RecordResult => {
    if (typeof log !== 'string' || typeof stream !== 'string') return NO_DOCKER;
    if (!log.endsWith('\n')) return keep(stream, log) ? COMMENT : TOO_LONG;
    const line = [...(begun.get(stream)?.logs ?? []), log].join('');
    begun.delete(stream);
    return readText(line.trimEnd()) ?? (stream === 'stderr' ? NO_VISIT : NO_REQUEST);
  });
  return {
    ...reader,
    split: (line) => {
      const value = parseJson(withoutSyslogHead(line));
      return Array.isArray(value) && value.every(isObject) ? reader.split(line) : [line];
    },
    preamble: () =>
      [...begun].flatMap(([stream, { logs }]) =>
        logs.map((log) => JSON.stringify({ log, stream })),
      ),
  };
}
