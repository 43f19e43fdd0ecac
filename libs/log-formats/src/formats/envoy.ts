import { lineReader } from '../carriers/line-reader.js';
import { createTimeReader, makeEntry } from '../make-entry.js';
import {
  NO_VISIT,
  type ReaderOptions,
  type RecordReader,
  type RecordResult,
  reject,
} from '../record-reader.js';
import { visitorAddress } from '../text/address.js';
import { readRequestLine } from '../text/request-line.js';

/** The texts in quotes behind the numbers, in their order. */
const FORWARDED = 0;
const AGENT = 1;
const ID = 2;
const AUTHORITY = 3;

const NO_ENVOY = reject(
  'unknown_shape',
  'has no time in brackets with a request in quotes behind it: it is no access log of Envoy',
);
const NO_STATUS = reject('unknown_shape', 'has no status behind the request');
const CUT_OFF = reject('cut_off', 'ends before the authority');
/** Istio logs connections that are no HTTP in the same form. */
const NO_HTTP = '- - -';
const STATUS = /^\d{1,3}$/;
/** Bytes in, bytes out, milliseconds, milliseconds of the upstream. */
const NUMBERS = / \d+ \d+ \d+ (?:\d+|-) "/;

/**
 * Reads Envoy's default access log, also as Istio extends it in front of the bytes and behind the
 * upstream: `[time] "request" status … "forwarded" "user agent" "id" "authority" "upstream"`. It has
 * no address of the peer.
 *
 * Source: https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage
 */
export function createEnvoyReader(options: ReaderOptions): RecordReader {
  return lineReader(createEnvoyLineReader(options));
}

export function createEnvoyLineReader(options: ReaderOptions): (line: string) => RecordResult {
  const readTime = createTimeReader(options);
  return (line) => {
    const close = line.startsWith('[') ? line.indexOf('] "') : -1;
    const end = close < 0 ? -1 : line.indexOf('" ', close + 3);
    if (end < 0) return NO_ENVOY;
    const status = line.slice(end + 2).split(' ', 1)[0]!;
    if (!STATUS.test(status)) return NO_STATUS;
    const texts = textsOf(line.slice(end + 2));
    if (!texts) return CUT_OFF;
    if (line.slice(close + 3, end) === NO_HTTP) return NO_VISIT;
    const { method, target, protocol } = readRequestLine(line.slice(close + 3, end));
    return makeEntry(
      {
        time: readTime(line.slice(1, close)),
        method,
        host: texts[AUTHORITY]!,
        // A request that could not be read is `- - HTTP/1.1`.
        path: target === '-' ? '' : target,
        status: Number(status),
        ip: visitorAddress('', texts[FORWARDED]!),
        userAgent: texts[AGENT]!,
        referer: undefined,
        // Behind another proxy, the connection is not the visitor's.
        protocol: texts[FORWARDED]!.includes(',') ? undefined : protocol,
        id: texts[ID],
      },
      options,
    );
  };
}

/**
 * Returns the texts before the upstream. Envoy does not escape quotes in a user agent, so the
 * numbers in front of the texts and the texts behind it tell where it is.
 */
function textsOf(rest: string): string[] | undefined {
  const numbers = NUMBERS.exec(rest);
  if (!numbers) return undefined;
  const parts = rest.slice(numbers.index + numbers[0].length).split('" "');
  const [forwarded = ''] = parts;
  const [id, authority, upstream] = parts.slice(1).slice(-3);
  if (id === undefined || authority === undefined || upstream === undefined) return undefined;
  return parts.length < 5 ? undefined : [forwarded, parts.slice(1, -3).join('" "'), id, authority];
}
