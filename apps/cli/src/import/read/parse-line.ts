import { type Line, LONGEST_LINE, type LogParser, type ParsedLine } from '@app/log-formats';

/** What a line is; one that was too long to be kept is a reject like any other. */
export function parseLine(parser: LogParser, { text }: Line): ParsedLine {
  if (text !== undefined) return parser.parse(text);
  return { kind: 'reject', reason: `is longer than ${LONGEST_LINE / 1024} KiB` };
}
