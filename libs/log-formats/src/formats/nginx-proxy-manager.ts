import { lineReader } from '../carriers/line-reader.js';
import { createTimeReader, makeEntry } from '../make-entry.js';
import {
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import { unescapeLog } from '../text/escapes.js';
import { isoOfClfTime } from '../text/times.js';

/**
 * Matches what stands before the path: the time; of a proxy host whether the cache had the answer,
 * and the status of the server behind it; the status, the method, the scheme and the host.
 */
const FRONT =
  /^\[([^\]]{1,40})\] (?:\S{1,32} [\d ,:-]{1,128} )?(\d{3}) - (\S{0,32}) (\S{1,16}) (\S{0,256}) "/;
const CLIENT = '" [Client ';
const NO_MANAGER = reject(
  'unknown_shape',
  'has no time, status, method, scheme, host and path in this order: it is no log of Nginx Proxy Manager',
);
const CUT_OFF = reject('cut_off', 'ends before the user agent');

/**
 * Reads the access log of a proxy host or a dead host of Nginx Proxy Manager:
 *
 *     [time] - 200 200 - GET https shop.example "/a" [Client 192.0.2.7] [Length 61] [Gzip -] [Sent-to 10.0.0.5] "user agent" "referer"
 *     [time] 404 - GET https shop.example "/a" [Client 192.0.2.7] [Length 61] [Gzip -] "user agent" "referer"
 *
 * Source: https://github.com/NginxProxyManager/nginx-proxy-manager/tree/develop/docker/rootfs/etc/nginx
 */
export function createNginxProxyManagerReader(options: ReaderOptions): RecordReader {
  return lineReader(createNginxProxyManagerLineReader(options));
}

export function createNginxProxyManagerLineReader(
  options: ReaderOptions,
): (line: string) => RecordResult {
  const readTime = createTimeReader(options);
  return (line) => {
    const front = line.startsWith('[') ? FRONT.exec(line) : null;
    if (!front) return NO_MANAGER;
    const [matched, time = '', status = '', method = '', , host = ''] = front;
    // nginx escapes the quotes in what the visitor sent.
    const pathEnd = line.indexOf(CLIENT, matched.length);
    const clientEnd = pathEnd < 0 ? -1 : line.indexOf(']', pathEnd);
    const agent = clientEnd < 0 ? -1 : line.indexOf(' "', clientEnd);
    const agentEnd = agent < 0 ? -1 : line.indexOf('"', agent + 2);
    if (agentEnd < 0) return CUT_OFF;
    return makeEntry(
      {
        time: readTime(isoOfClfTime(time) ?? time),
        method,
        host,
        path: unescapeLog(line.slice(matched.length, pathEnd)),
        status: Number(status),
        ip: line.slice(pathEnd + CLIENT.length, clientEnd),
        userAgent: unescapeLog(line.slice(agent + 2, agentEnd)),
        referer: refererOf(line.slice(agentEnd + 1)),
      },
      options,
    );
  };
}

function refererOf(rest: string): string | undefined {
  const [, referer] = rest.split('"', 2);
  return referer === undefined ? undefined : unescapeLog(referer);
}
