import {
  columnNames,
  compileFormatString,
  createReader,
  createRecognisingReader,
  FORMAT_SYNTAXES,
  type FormatString,
  FormatStringFault,
  type FormatSyntax,
  LOG_FORMAT_NAMES,
  type LogFormatName,
  LONGEST_FORMAT_STRING,
} from '@app/log-formats';
import { oneOf, text } from '../http/parameters.js';
import { lines as linesOf } from './envelopes/lines.js';
import { feed, type FeedQuery } from './feed.js';

const LONGEST_FIELDS = 4_096;
const LONGEST_TIME = 256;

export const lines = feed({
  name: 'lines',
  sender: 'syslog-ng, rsyslog and other forwarders of lines',
  sends: 'lines of an access log as the server wrote them',
  notes:
    'A syslog header in front of a line is passed over. Without `format` and `format_string`, the first line that can be read tells the format of all lines of a delivery.',
  query: {
    format: oneOf(LOG_FORMAT_NAMES as [LogFormatName, ...LogFormatName[]])
      .optional()
      .describe('The format of the lines.'),
    fields: text(LONGEST_FIELDS)
      .optional()
      .describe('Names of the columns, with commas between, for a log that does not name them.'),
    format_string: text(LONGEST_FORMAT_STRING)
      .optional()
      .describe(
        "The format of the lines as the server has it: Apache's LogFormat, nginx's log_format or GoAccess's log-format. It takes the place of `format`.",
      ),
    format_syntax: oneOf(FORMAT_SYNTAXES)
      .optional()
      .describe('Whose language `format_string` is in, if its text does not tell.'),
    date_format: text(LONGEST_TIME)
      .optional()
      .describe('How `%d` in a format string of GoAccess is written. Default: `%d/%b/%Y`.'),
    time_format: text(LONGEST_TIME)
      .optional()
      .describe('How `%t` in a format string of GoAccess is written. Default: `%H:%M:%S`.'),
  },
  faultIn,
  example: {
    contentType: 'text/plain',
    body: '192.0.2.17 - - [20/Nov/2026:12:00:00 +0000] "GET /pricing HTTP/1.1" 200 512 "-" "GPTBot/1.2"\n',
  },
  envelope: () => linesOf(),
  reader: (options, query) => {
    const { format, fields } = query;
    const named = { ...options, ...(fields ? { fields: columnNames(fields) } : {}) };
    const chosen = formatStringIn(query) ?? (format as LogFormatName | undefined);
    return chosen === undefined ? createRecognisingReader(named) : createReader(chosen, named);
  },
});

function formatStringIn(query: FeedQuery): FormatString | undefined {
  const { format_string: text, format_syntax: syntax, ...more } = query;
  if (text === undefined) return undefined;
  return {
    text,
    syntax: syntax as FormatSyntax | undefined,
    dateFormat: more.date_format,
    timeFormat: more.time_format,
  };
}

/** The parameters that say more about a format string. */
const MORE = ['format_syntax', 'date_format', 'time_format'];

function faultIn(query: FeedQuery): string | undefined {
  const format = formatStringIn(query);
  if (!format) {
    const stray = MORE.find((name) => query[name] !== undefined);
    return stray && `${stray} says more about a format_string, and there is none`;
  }
  if (query.format !== undefined) return 'format and format_string say the same: name one of them';
  try {
    compileFormatString(format);
    return undefined;
  } catch (error) {
    if (error instanceof FormatStringFault) return `format_string: ${error.message}`;
    throw error;
  }
}
