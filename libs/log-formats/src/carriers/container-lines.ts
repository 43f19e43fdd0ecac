import {
  COMMENT,
  NO_VISIT,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import { withoutContainerName, withoutShownTime } from '../text/line-front.js';
import { isServerNote } from '../text/server-note.js';
import { withoutSyslogHead } from '../text/syslog-head.js';
import { LineParts, MOST_PARTS } from './line-parts.js';

const LONGEST_HEAD = 96;

/** Matches time, stream, and whether the line is whole or only a part. */
const HEAD =
  /^\d{4}-\d\d-\d\dT[\d:.]{8,20}(?:Z|[+-]\d\d:\d\d) (stdout|stderr) ([FP])(?::\S{0,32})?(?: |$)/;
const TOO_LONG = reject(
  'too_long',
  `is longer than 1 MiB with its other parts, or has more than ${MOST_PARTS} parts that have not ended`,
);

/**
 * Lets a reader read the lines of containers as well: what the runtimes of Kubernetes and Podman
 * write in front of each line in their files, and Docker Compose and others on a terminal. Parts of
 * a line are joined. Lines that have nothing in front are read first, as if this was not here.
 *
 * A line that a server wrote about itself is no visit. Nor is one on standard error that the reader
 * cannot read.
 *
 * Source: https://github.com/kubernetes/design-proposals-archive/blob/main/node/kubelet-cri-logging.md
 */
export function withContainerLines(reader: RecordReader): RecordReader {
  const parts = new LineParts<{ text: string; line: string }>();
  /** The last line of which something else was read, and what that was. */
  let lastLine = '';
  let lastText = '';

  const keepRead = (line: string, text: string): void => {
    lastLine = line;
    lastText = text;
  };

  const readText = (line: string, text: string): RecordResult[] => {
    const results = reader.readLine(text);
    if (results.length > 1 || results[0]?.kind !== 'reject') return results;
    const bare = withoutShownTime(text);
    if (bare !== text) {
      keepRead(line, bare);
      const found = reader.readLine(bare);
      if (found.length > 1 || found[0]?.kind !== 'reject') return found;
    }
    return isServerNote(withoutSyslogHead(bare)) ? [NO_VISIT] : results;
  };

  return {
    ...reader,
    readLine: (line) => {
      const bare = withoutContainerName(line);
      // Of almost every line all is read, and then there is nothing to keep.
      if (bare !== line || line === lastLine) keepRead(line, bare);
      const own = bare.charCodeAt(0) === LESS_THAN ? withoutSyslogHead(bare) : bare;
      const head = mayHaveHead(own) ? HEAD.exec(own.slice(0, LONGEST_HEAD)) : null;
      if (!head) return readText(line, bare);
      const [front, stream = '', kind] = head;
      const text = own.slice(front.length);
      if (kind === 'P') return [parts.keep(stream, { text, line }) ? COMMENT : TOO_LONG];
      const whole = parts.end(stream, text);
      keepRead(line, whole);
      const results = readText(line, whole);
      const isRead = stream === 'stdout' || results.some(({ kind }) => kind !== 'reject');
      if (isRead) return results;
      keepRead(line, line);
      return [NO_VISIT];
    },
    split: (line) => reader.split(line === lastLine ? lastText : line),
    preamble: () => [...reader.preamble(), ...parts.kept().map(([, { line }]) => line)],
  };
}

const LESS_THAN = 0x3c;
const LETTER_T = 0x54;
const DASH = 0x2d;

/** Almost no line has a head, so two characters must decide. */
function mayHaveHead(line: string): boolean {
  return line.charCodeAt(10) === LETTER_T && line.charCodeAt(4) === DASH;
}
