import { lineReader } from '../carriers/line-reader.js';
import { createTimeReader, makeEntry } from '../make-entry.js';
import {
  NO_VISIT,
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import { unescapeLog } from '../text/escapes.js';
import { hostAndPath } from '../text/request-line.js';
import { instantOf } from '../text/times.js';

/** Matches time, milliseconds, client, result with status, bytes and method. */
const FRONT =
  /^(\d{9,11}\.\d{3}) +\d{1,12} (\S{1,64}) [A-Z_]{3,64}\/(\d{3}) \d{1,20} ([A-Z_-]{1,32}) /;
/** Matches what stands behind the URL: user, the server behind, and the type of the answer. */
const BEHIND = /^(?:\S+ )(?:\S+\/\S+)(?: (\S+))?/;
/** A tunnel, and a connection on which nothing was asked. */
const NO_REQUESTS = ['CONNECT', 'NONE'];
const NO_SQUID = reject(
  'unknown_shape',
  'has no time, client, result with status, bytes and method as Squid writes them',
);
const NO_URL = reject('cut_off', 'ends before the URL');

/**
 * Reads Squid's own log, as Squid writes it in front of a website. It has no user agents: those that
 * need them let Squid write `combined`. A tunnel is no visit, because nobody knows what is asked in
 * it.
 *
 * Source: http://www.squid-cache.org/Doc/config/logformat/
 */
export function createSquidReader(options: ReaderOptions): RecordReader {
  return lineReader(createSquidLineReader(options));
}

export function createSquidLineReader(options: ReaderOptions): (line: string) => RecordResult {
  const readTime = createTimeReader(options);
  return (line) => {
    const front = FRONT.exec(line);
    if (!front) return NO_SQUID;
    const [matched, time, ip = '', status = '', method = ''] = front;
    if (NO_REQUESTS.includes(method)) return NO_VISIT;
    const [url = ''] = line.slice(matched.length).split(' ', 1);
    if (url === '') return NO_URL;
    const { host, path } = hostAndPath(url);
    const behind = BEHIND.exec(line.slice(matched.length + url.length + 1));
    return makeEntry(
      {
        time: readTime(instantOf(time)),
        method,
        host,
        path: unescapeLog(path),
        // Squid writes 000 for what was not answered.
        status: Number(status),
        ip,
        userAgent: '',
        contentType: behind?.[1],
      },
      options,
    );
  };
}
