import { lineReader } from '../carriers/line-reader.js';
import { createTimeReader, makeEntry, statusOf } from '../make-entry.js';
import { type ReaderOptions, type RecordReader, reject } from '../record-reader.js';
import { hostOfUrl } from '../text/request-line.js';
import { instantOf } from '../text/times.js';

const NO_BUNNY = reject(
  'unknown_shape',
  'is no line of bunny.net, which begins with cache status, status, time, bytes, pull zone and address',
);
const CUT_OFF = reject('cut_off', 'ends before the id of the request');

/** Matches cache status, HTTP status, time, bytes, pull zone and address. */
const HEAD =
  /^\ufeff?([A-Za-z-]{1,32})\|(\d{1,3})\|(\d{9,16})\|(\d{1,20})\|(\d{1,20})\|([^|]{0,64})\|/;
/** Matches the end of the referer, in front of the URL of the request. */
const URL_BEGINS = /\|(?=https?:\/\/)/;
/** Matches the code of the edge location, behind that URL. */
const LOCATION = /\|[A-Z\d]{1,8}\|/;
/** Matches the id of the request and the country. Older lines have no country. */
const TAIL = /\|([0-9a-f]{8,64})(?:\|([A-Z]{2}|-)?)?$/;
const LONGEST_TAIL = 80;
/** A whole id. Where a line was cut off in it, it is not unique. */
const WHOLE_ID = 32;
/** Bunny does not log the method. Nearly every request to a CDN has this one. */
const METHOD = 'GET';

/**
 * Reads the access log of bunny.net:
 *
 *     HIT|200|1507167062421|412|390|192.0.2.7|-|https://shop.example/a|WA|curl/8.7.1|322b…|DE
 *
 * A visitor may have put a `|` into referer, URL and user agent, so these are found between what
 * surrounds them.
 *
 * Source: https://docs.bunny.net/docs/cdn-log-format
 */
export function createBunnyReader(options: ReaderOptions): RecordReader {
  const readTime = createTimeReader(options);
  return lineReader((line) => {
    const head = HEAD.exec(line);
    if (!head) return NO_BUNNY;
    const texts = textsIn(line.slice(head[0].length));
    if (!texts) return CUT_OFF;
    const [, , status, time, , , ip = ''] = head;
    const { referer, url, userAgent, id, country } = texts;
    return makeEntry(
      {
        time: readTime(instantOf(time)),
        method: METHOD,
        host: hostOfUrl(url),
        path: url,
        status: statusOf(status),
        ip,
        userAgent,
        referer,
        country,
        id: id.length < WHOLE_ID ? '' : id,
      },
      options,
    );
  });
}

interface Texts {
  referer: string;
  url: string;
  userAgent: string;
  id: string;
  country: string | undefined;
}

/** Cuts what stands behind the address: referer, URL, location, user agent, id and country. */
function textsIn(rest: string): Texts | undefined {
  // Only the end is examined, because a pattern over all of it would start again at every `|`.
  const tail = TAIL.exec(rest.slice(-LONGEST_TAIL));
  const url = URL_BEGINS.exec(rest);
  if (!tail || !url) return undefined;
  const middle = rest.slice(url.index + 1, rest.length - tail[0].length);
  const location = LOCATION.exec(middle);
  if (!location) return undefined;
  return {
    referer: rest.slice(0, url.index),
    url: middle.slice(0, location.index),
    userAgent: middle.slice(location.index + location[0].length),
    id: tail[1] ?? '',
    country: tail[2],
  };
}
