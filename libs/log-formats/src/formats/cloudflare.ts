import { REQUEST_HEADERS } from '@app/contracts';
import { createTimeReader, makeEntry, type RequestFacts, statusOf } from '../make-entry.js';
import { reject, SUBREQUEST, VALIDATION } from '../record-reader.js';
import { type JsonObject, textOf } from '../text/json-object.js';
import { headerOfChosen, withHeaders } from '../shared/header-facts.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { instantOf } from '../text/times.js';

const NO_LOGPUSH = reject(
  'unknown_shape',
  'has no `EdgeStartTimestamp`, `ClientRequestURI` or `EdgeResponseStatus`: it is no record of ' +
    'the Logpush data set http_requests',
);
const NO_TIME = reject('no_time', 'has no `EdgeStartTimestamp`: add it to the fields of the job');
const NO_PATH = reject('no_path', 'has no `ClientRequestURI`: add it to the fields of the job');
const NO_STATUS = reject(
  'no_status',
  'has no `EdgeResponseStatus`: add it to the fields of the job',
);

/**
 * Reads records of Cloudflare Logpush, data set `http_requests`. Requests that a Worker makes are
 * logged like visits, so they are skipped.
 *
 * Source: https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/
 */
export const cloudflare: ObjectFormat = {
  fits: (record) =>
    record['EdgeStartTimestamp'] !== undefined ||
    record['ClientRequestURI'] !== undefined ||
    record['EdgeResponseStatus'] !== undefined ||
    isValidation(record),

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      if (!cloudflare.fits(record)) return NO_LOGPUSH;
      if (isValidation(record)) return VALIDATION;
      if (isSubrequest(record)) return SUBREQUEST;
      const start = record['EdgeStartTimestamp'];
      const path = record['ClientRequestURI'] ?? record['ClientRequestPath'];
      const status = record['EdgeResponseStatus'];
      if (start === undefined) return NO_TIME;
      if (path === undefined) return NO_PATH;
      if (status === undefined) return NO_STATUS;
      const ray = textOf(record['RayID']);
      const facts: RequestFacts = {
        time: readTime(instantOf(start)),
        method: textOf(record['ClientRequestMethod']),
        host: textOf(record['ClientRequestHost']),
        path: textOf(path),
        status: statusOf(status),
        ip: textOf(record['ClientIP']),
        userAgent: textOf(record['ClientRequestUserAgent']),
        referer: textOf(record['ClientRequestReferer']),
        contentType: textOf(record['EdgeResponseContentType']),
        country: textOf(record['ClientCountry']),
        asn: asnOf(record['ClientASN']),
        protocol: textOf(record['ClientRequestProtocol']),
        // A Ray ID alone may come twice.
        id: ray === '' ? '' : `${ray} ${textOf(start)}`,
      };
      // A zone chooses the headers of its log. Their names are in lower case.
      const headers = record['RequestHeaders'];
      return makeEntry(
        withHeaders(facts, (fact) => headerOfChosen(headers, REQUEST_HEADERS[fact])),
        options,
      );
    };
  },
};

/** Logpush uploads `{"content":"tests"}` to try an address. */
function isValidation(record: JsonObject): boolean {
  return typeof record['content'] === 'string' && Object.keys(record).length === 1;
}

/** Cloudflare writes 0 for an address whose network it does not know. */
function asnOf(value: unknown): string {
  const asn = textOf(value);
  return asn === '0' ? '' : asn;
}

function isSubrequest(record: JsonObject): boolean {
  const source = record['ClientRequestSource'];
  const parent = record['ParentRayID'];
  return (
    record['WorkerSubrequest'] === true ||
    (typeof source === 'string' && source !== 'eyeball' && source !== '') ||
    (typeof parent === 'string' && parent !== '00' && parent !== '')
  );
}
