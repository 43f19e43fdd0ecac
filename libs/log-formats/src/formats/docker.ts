import { LineParts, MOST_PARTS, MOST_STREAMS } from '../carriers/line-parts.js';
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

const NO_DOCKER = reject(
  'unknown_shape',
  "has no `log` with a `stream`: docker's json-file has both",
);
const NO_REQUEST = reject('unknown_shape', 'has a `log` that is no line of an access log');
const TOO_LONG = reject(
  'too_long',
  `has a \`log\` that is longer than 1 MiB with its other parts, or has more than ${MOST_PARTS} parts or ${MOST_STREAMS} streams that have not ended`,
);

/**
 * Reads what docker's driver json-file writes around each line of a container. A line of more than
 * 16 KiB is cut into several records, of which only the last one ends with a line feed. What a
 * container writes to standard error beside requests is no visit.
 *
 * Source: https://docs.docker.com/engine/logging/drivers/json-file/
 */
export function createDockerReader(options: ReaderOptions): RecordReader {
  const { readText } = createUnknownRecords(options);
  const parts = new LineParts<{ text: string }>();

  const reader = objectReader(({ log, stream }): RecordResult => {
    if (typeof log !== 'string' || typeof stream !== 'string') return NO_DOCKER;
    if (!log.endsWith('\n')) return parts.keep(stream, { text: log }) ? COMMENT : TOO_LONG;
    return (
      readText(parts.end(stream, log).trimEnd()) ?? (stream === 'stderr' ? NO_VISIT : NO_REQUEST)
    );
  });
  return {
    ...reader,
    split: (line) => {
      const value = parseJson(withoutSyslogHead(line));
      return Array.isArray(value) && value.every(isObject) ? reader.split(line) : [line];
    },
    preamble: () => parts.kept().map(([stream, { text }]) => JSON.stringify({ log: text, stream })),
  };
}
