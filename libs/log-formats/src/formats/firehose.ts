import { objectReader } from '../carriers/object-reader.js';
import {
  CONTROL_MESSAGE,
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
  skipOf,
} from '../record-reader.js';
import { createExtendedLogReader } from '../shared/extended-log.js';
import type { EnvelopeTimes } from '../shared/named-fields.js';
import { decodeAgent } from '../text/escapes.js';
import type { JsonObject } from '../text/json-object.js';
import { withoutSyslogHead } from '../text/syslog-head.js';
import { REALTIME_FIELDS } from './cloudfront-realtime.js';
import { STANDARD_FIELDS } from './cloudfront.js';
import { createUnknownRecords } from './json-fields.js';

/**
 * Reads what Amazon Data Firehose carries, each line by its own shape: CloudFront's real-time log
 * and its standard log (v2) as JSON or in columns, messages of CloudWatch Logs with the events of a
 * log group, and lines of other access logs.
 *
 * Source:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/SubscriptionFilters.html#FirehoseExample
 */
export function createFirehoseReader(options: ReaderOptions): RecordReader {
  const { readObject, readText } = createUnknownRecords(options);
  const columns = createColumnReader(options);

  const readAnyText = (text: string, times?: EnvelopeTimes): RecordResult =>
    (columns.reads(text) ? columns.read(text) : (skipOf(text) ?? readText(text, times))) ??
    NO_REQUEST;

  const readEvent = ({ id, timestamp, message }: LogEvent): RecordResult => {
    const result = readAnyText(message.trimEnd(), { observed: timestamp });
    return result.kind === 'entry' ? { id, ...result } : result;
  };

  const json = objectReader((record) => {
    if (record['messageType'] === 'CONTROL_MESSAGE') return CONTROL_MESSAGE;
    return isLogEvent(record) ? readEvent(record) : (readObject(record) ?? NO_REQUEST);
  }, eventsOfCloudWatch);

  const readLine = (line: string): RecordResult[] => {
    const text = withoutSyslogHead(line);
    return isJson(text) ? json.readLine(text) : [readAnyText(text)];
  };
  return {
    read: (record) => {
      const results = typeof record === 'string' ? readLine(record) : [];
      return results[0] ?? json.read(record);
    },
    readValue: json.readValue,
    readLine,
    split: (line) => (isJson(withoutSyslogHead(line)) ? json.split(line) : [line]),
    preamble: columns.preamble,
  };
}

const NO_REQUEST = reject(
  'unknown_shape',
  'is no record of CloudFront and no line of another access log',
);

const isJson = (text: string): boolean => text.startsWith('{') || text.startsWith('[');

/** One event of a log group. Its id is unique. */
interface LogEvent {
  id: string;
  timestamp: unknown;
  message: string;
}

function isLogEvent(record: JsonObject): record is JsonObject & LogEvent {
  const { id, timestamp, message } = record;
  return typeof id === 'string' && typeof message === 'string' && typeof timestamp === 'number';
}

function eventsOfCloudWatch({ messageType, logEvents }: JsonObject): unknown[] | undefined {
  return messageType === 'DATA_MESSAGE' && Array.isArray(logEvents) ? logEvents : undefined;
}

/** A line of the real-time log begins with seconds since 1970, one of the standard log with a date. */
const INSTANT = /^\d{9,11}(?:\.\d+)?\t/;
const DATE = /^\d{4}-\d{2}-\d{2}[ \t]/;
const NAMES = /^#Fields:/i;

/**
 * Reads lines with columns. Where nobody names them, the two logs of CloudFront are told apart by
 * their first column.
 */
function createColumnReader(options: ReaderOptions) {
  // The real-time log alone has `cs-host`, and there `x-host-header` is CloudFront's own name.
  const dialect = {
    decodeUserAgent: decodeAgent,
    host: ['cs-host', 'x-host-header', 'cs(host)'],
    foreign: () => undefined,
  };
  const realtime = createExtendedLogReader({ ...dialect, fields: REALTIME_FIELDS }, options);
  const standard = createExtendedLogReader({ ...dialect, fields: STANDARD_FIELDS }, options);
  let named = options.fields !== undefined;
  return {
    /** Tells whether a text is a line with columns, or names them. */
    reads: (text: string): boolean =>
      text.startsWith('#') || INSTANT.test(text) || DATE.test(text) || (named && !isJson(text)),
    read: (text: string): RecordResult | undefined => {
      named ||= NAMES.test(text);
      const reader = !named && INSTANT.test(text) ? realtime : standard;
      return reader.readLine(text)[0];
    },
    preamble: standard.preamble,
  };
}
