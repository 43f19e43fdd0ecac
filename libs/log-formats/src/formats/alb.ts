import { lineReader } from '../carriers/line-reader.js';
import { createTimeReader, makeEntry, type TimeReader } from '../make-entry.js';
import {
  NO_VISIT,
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import { withoutPort } from '../text/address.js';
import { unescapeLog } from '../text/escapes.js';
import { hostOfUrl, readRequestLine } from '../text/request-line.js';

/** The places of the columns, as AWS numbers them from 0. New ones are added at the end. */
const TIME = 1;
const CLIENT = 3;
const STATUS = 8;
const REQUEST = 12;
const AGENT = 13;
const TRACE = 17;
const DOMAIN = 18;
const READ: readonly number[] = [TIME, CLIENT, STATUS, REQUEST, AGENT, TRACE, DOMAIN];
const IS_READ = Array.from({ length: DOMAIN + 1 }, (_, column) => READ.includes(column));

const TYPE = /^(?:https?|h2|grpcs|wss?) /;
const NO_ALB = reject(
  'unknown_shape',
  'has no type such as https or h2 at its start: it is no access log of a load balancer',
);
/** Matches time, name, client, server and the first time of a line of a classic load balancer. */
const CLASSIC =
  /^\d{4}-\d\d-\d\dT[\d:.]+Z [\w-]{1,64} \S{1,64}:\d{1,5} (?:\S{1,64}:\d{1,5}|-) -?[\d.]+ /;
const LONGEST_START = 256;
/** The request of a connection that is no HTTP. */
const NO_HTTP = '- - - ';
const CUT_OFF = reject('cut_off', 'ends before the user agent');
const STATUS_FORM = /^(?:\d{3}|-)$/;
const NO_STATUS = reject('bad_status', 'has no status in its ninth column');

/**
 * Reads the access log of an AWS load balancer: of an application, or a classic one. Its time is the
 * end of the request. Behind the last colon of the client stands its port, also without brackets
 * around IPv6.
 *
 * Source:
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html
 * and https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/access-log-collection.html
 */
export function createAlbReader(options: ReaderOptions): RecordReader {
  return lineReader(createAlbLineReader(options));
}

export function createAlbLineReader(options: ReaderOptions): (line: string) => RecordResult {
  const readTime = createTimeReader(options);
  return (line) => {
    if (TYPE.test(line)) return readAlb(line, readTime, options);
    return CLASSIC.test(line.slice(0, LONGEST_START))
      ? readAlb(`- ${line}`, readTime, options)
      : NO_ALB;
  };
}

/** Reads a line. That of a classic load balancer has the same columns, without the type in front. */
function readAlb(line: string, readTime: TimeReader, options: ReaderOptions): RecordResult {
  const columns = cutColumns(line);
  const agent = columns[AGENT];
  if (agent === undefined) return CUT_OFF;
  // One by one: taking them out of the list at once costs more than all else that is done here.
  const time = columns[TIME] ?? '';
  const client = columns[CLIENT] ?? '';
  const status = columns[STATUS] ?? '';
  if (!STATUS_FORM.test(status)) return NO_STATUS;
  if (columns[REQUEST] === NO_HTTP) return NO_VISIT;
  const { method, target, protocol } = readRequestLine(unescapeLog(columns[REQUEST] ?? ''));
  const trace = columns[TRACE] ?? '-';
  const domain = columns[DOMAIN] ?? '';
  return makeEntry(
    {
      time: readTime(time),
      method,
      host: hostOfUrl(target) || domain,
      path: target,
      status: status === '-' ? 0 : Number(status),
      ip: withoutPort(client),
      userAgent: unescapeLog(agent),
      referer: undefined,
      protocol,
      // A visitor can send a trace id, so it does not stand alone.
      id: trace === '-' ? '' : `${trace} ${time}`,
    },
    options,
  );
}

/**
 * Returns the columns of a line up to the domain, of which those that nothing is read from are empty.
 * They are separated by spaces, and texts are in quotes. A text without closing quote is left out,
 * because the line was cut off in it.
 */
function cutColumns(line: string): string[] {
  const columns: string[] = [];
  let start = 0;
  for (let column = 0; column <= DOMAIN && start < line.length; column++) {
    const quoted = line.charCodeAt(start) === QUOTE;
    const from = quoted ? start + 1 : start;
    const found = line.indexOf(quoted ? '"' : ' ', from);
    if (quoted && found < 0) return columns;
    const end = found < 0 ? line.length : found;
    columns.push(IS_READ[column] ? line.slice(from, end) : '');
    start = quoted ? end + 2 : end + 1;
  }
  return columns;
}

const QUOTE = 0x22;
