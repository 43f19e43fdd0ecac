import { createTimeReader, makeEntry, statusOf } from '../make-entry.js';
import { reject } from '../record-reader.js';
import { visitorAddress } from '../text/address.js';
import { decodePercent } from '../text/escapes.js';
import { type JsonObject, textOf } from '../text/json-object.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { instantOf } from '../text/times.js';

const NO_DATASTREAM = reject(
  'unknown_shape',
  'has no `reqTimeSec` and no `reqPath`: it is no record of DataStream 2 in JSON',
);
const NO_TIME = reject('no_time', 'has no `reqTimeSec`: add the data set field Request time');
const NO_PATH = reject('no_path', 'has no `reqPath`: add the data set field Request path');
const NO_STATUS = reject('no_status', 'has no `statusCode`: add the data set field HTTP status');

/**
 * Reads records of Akamai DataStream 2 in JSON. The owner of a stream chooses the fields. Nearly
 * every value is a text, and `-` or `^` is an empty one. `proto` is the scheme, and the version of
 * HTTP is in no field.
 *
 * Source: https://techdocs.akamai.com/datastream2/docs/data-set-parameters
 */
export const akamai: ObjectFormat = {
  fits: (record) => record['reqTimeSec'] !== undefined || record['reqPath'] !== undefined,

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      if (!akamai.fits(record)) return NO_DATASTREAM;
      const text = (name: string): string => presentText(record, name);
      const id = text('reqId');
      if (text('reqTimeSec') === '') return NO_TIME;
      if (record['reqPath'] === undefined) return NO_PATH;
      if (text('statusCode') === '') return NO_STATUS;
      return makeEntry(
        {
          time: readTime(instantOf(text('reqTimeSec'))),
          method: text('reqMethod'),
          host: text('reqHost'),
          path: pathOf(text('reqPath')),
          status: statusOf(text('statusCode')),
          ip: visitorAddress(text('cliIP'), text('xForwardedFor')),
          userAgent: decodeForm(text('UA')),
          referer: decodePercent(text('referer')),
          contentType: text('rspContentType'),
          country: text('country'),
          asn: text('asn'),
          id: id === '' ? '' : `${id} ${text('reqTimeSec')}`,
        },
        options,
      );
    };
  },
};

function presentText(record: JsonObject, name: string): string {
  const text = textOf(record[name]);
  return text === '-' || text === '^' ? '' : text;
}

/** A path may lack its first slash. Its `/` are encoded as well, if anything is. */
function pathOf(path: string): string {
  const decoded = path.includes('/') ? path : decodePercent(path);
  return decoded.startsWith('/') ? decoded : `/${decoded}`;
}

/**
 * Decodes a user agent. Akamai writes a space as `+` or as `%20`. Beside a space of another kind, a
 * plus is one, as in `(+https://…)`.
 */
function decodeForm(text: string): string {
  const hasSpaces = text.includes(' ') || text.includes('%20');
  return decodePercent(hasSpaces ? text : text.replaceAll('+', ' '));
}
