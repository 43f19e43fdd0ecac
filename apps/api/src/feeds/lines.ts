import {
  columnNames,
  createReader,
  createRecognisingReader,
  LOG_FORMAT_NAMES,
  type LogFormatName,
} from '@app/log-formats';
import { oneOf, text } from '../http/parameters.js';
import { lines as linesOf } from './envelopes/lines.js';
import { feed } from './feed.js';

const LONGEST_FIELDS = 4_096;

export const lines = feed({
  name: 'lines',
  sender: 'syslog-ng, rsyslog and other forwarders of lines',
  sends: 'lines of an access log as the server wrote them',
  notes:
    'A syslog header in front of a line is passed over. Without `format`, the first line that can be read tells the format of all lines of a delivery.',
  query: {
    format: oneOf(LOG_FORMAT_NAMES as [LogFormatName, ...LogFormatName[]])
      .optional()
      .describe('The format of the lines.'),
    fields: text(LONGEST_FIELDS)
      .optional()
      .describe('Names of the columns, with commas between, for a log that does not name them.'),
  },
  example: {
    contentType: 'text/plain',
    body: '192.0.2.17 - - [20/Nov/2026:12:00:00 +0000] "GET /pricing HTTP/1.1" 200 512 "-" "GPTBot/1.2"\n',
  },
  envelope: () => linesOf(),
  reader: (options, { format, fields }) => {
    const named = { ...options, ...(fields ? { fields: columnNames(fields) } : {}) };
    return format === undefined
      ? createRecognisingReader(named)
      : createReader(format as LogFormatName, named);
  },
});
