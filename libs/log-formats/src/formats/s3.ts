import { lineReader } from '../carriers/line-reader.js';
import { createTimeReader, makeEntry, presentOr } from '../make-entry.js';
import {
  NO_VISIT,
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import { decodePercent } from '../text/escapes.js';
import { readRequestLine } from '../text/request-line.js';
import { isoOfClfTime } from '../text/times.js';

/** Matches owner, bucket, time, address, requester, id, operation and key. */
const FRONT =
  /^\S{1,128} (\S{1,128}) \[([^\]]{1,40})\] (\S{1,64}) \S{1,2048} (\S{1,64}) ((?:REST|WEBSITE|SOAP|S3|BATCH)\.[A-Z0-9_.]{2,64}) (\S{1,8192}) /;
/** Matches the operations of visitors: of the website of a bucket, and of its objects. */
const VISIT = /^(?:WEBSITE|REST)\.(?:GET|HEAD)\./;
/** Matches status, error, bytes, size, and two times. */
const NUMBERS = /^(\d{3}|-) \S+ \S+ \S+ \S+ \S+ "/;
/** Matches the end of the user agent: version, id of the host, signature, cipher. */
const BEHIND = '" ';
/** The place of the host behind the user agent. */
const HOST = 5;
const NO_S3 = reject(
  'unknown_shape',
  'has no owner, bucket, time, address, operation and key: it is no server access log of S3',
);
const CUT_OFF = reject('cut_off', 'ends before the user agent');

/**
 * Reads the server access log of Amazon S3. What programs do to a bucket besides reading it is no
 * visit. Where the visitor asked for a website of its own, the host is in the last columns.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html
 */
export function createS3Reader(options: ReaderOptions): RecordReader {
  return lineReader(createS3LineReader(options));
}

export function createS3LineReader(options: ReaderOptions): (line: string) => RecordResult {
  const readTime = createTimeReader(options);
  return (line) => {
    const front = FRONT.exec(line);
    if (!front) return NO_S3;
    const [matched, bucket = '', time = '', ip = '', id = '', operation = ''] = front;
    if (!VISIT.test(operation)) return NO_VISIT;
    const texts = textsOf(line.slice(matched.length));
    if (!texts) return CUT_OFF;
    const { method, target, protocol } = readRequestLine(texts.request);
    return makeEntry(
      {
        time: readTime(isoOfClfTime(time) ?? time),
        method,
        host: texts.host || bucket,
        path: target,
        status: texts.status === '-' ? 0 : Number(texts.status),
        ip,
        userAgent: texts.userAgent,
        referer: texts.referer,
        protocol,
        id: `${id} ${time}`,
      },
      options,
    );
  };
}

interface Texts {
  request: string;
  status: string;
  referer: string;
  userAgent: string;
  host: string;
}

/** Cuts what stands behind the key: request, numbers, referer, user agent, and the columns behind. */
function textsOf(rest: string): Texts | undefined {
  const isQuoted = rest.startsWith('"');
  const end = isQuoted ? rest.indexOf(BEHIND, 1) : rest.indexOf(' ');
  const numbers = end < 0 ? null : NUMBERS.exec(rest.slice(end + (isQuoted ? 2 : 1)));
  if (!numbers) return undefined;
  const referer = end + (isQuoted ? 2 : 1) + numbers[0].length;
  const refererEnd = rest.indexOf('" "', referer);
  const agentEnd = refererEnd < 0 ? -1 : endOfAgent(rest, refererEnd + 3);
  if (agentEnd < 0) return undefined;
  const columns = rest.slice(agentEnd + 2).split(' ', HOST + 1);
  return {
    request: isQuoted ? rest.slice(1, end) : '',
    status: numbers[1] ?? '-',
    referer: rest.slice(referer, refererEnd),
    userAgent: decodePercent(rest.slice(refererEnd + 3, agentEnd)),
    host: presentOr(columns[HOST], ''),
  };
}

/** Returns the end of the user agent, behind which older lines have nothing. */
function endOfAgent(rest: string, start: number): number {
  const end = rest.indexOf(BEHIND, start);
  return end < 0 && rest.length > start && rest.endsWith('"') ? rest.length - 1 : end;
}
