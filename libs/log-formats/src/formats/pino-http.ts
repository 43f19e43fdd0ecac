import { createTimeReader, makeEntry, statusOf } from '../make-entry.js';
import { NO_VISIT, reject } from '../record-reader.js';
import { isObject, type JsonObject, textOf } from '../text/json-object.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { visitorAddress } from '../text/address.js';
import { instantOf } from '../text/times.js';

const NO_PINO = reject('unknown_shape', 'has no `level` with a `time`: it is no log of pino');

/**
 * Reads the log of pino-http. An application writes its own messages to the same log. Only the
 * message with both `req` and `res` stands for a visit; others may repeat its `req`.
 *
 * Source: https://github.com/pinojs/pino-http
 */
export const pinoHttp: ObjectFormat = {
  fits: ({ req, res }) => isObject(req) && isObject(res),

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      const { level, time, pid, req, res } = record;
      if (level === undefined || time === undefined) return NO_PINO;
      if (!isObject(req) || !isObject(res)) return NO_VISIT;
      return makeEntry(
        {
          time: readTime(instantOf(time)),
          method: textOf(req['method']),
          host: headerOf(req, 'host'),
          path: textOf(req['url']),
          status: statusOf(res['statusCode']),
          ip: visitorAddress(textOf(req['remoteAddress']), headerOf(req, 'x-forwarded-for')),
          userAgent: headerOf(req, 'user-agent'),
          referer: headerOf(req, 'referer'),
          contentType: headerOf(res, 'content-type'),
          signatureAgent: headerOf(req, 'signature-agent'),
          id: idOf(textOf(req['id']), textOf(pid), textOf(time)),
        },
        options,
      );
    };
  },
};

/** By default pino-http numbers the requests of a process, and starts again in the next one. */
function idOf(request: string, process: string, time: string): string {
  return request === '' ? '' : `${process} ${request} ${time}`;
}

function headerOf({ headers }: JsonObject, name: string): string {
  return isObject(headers) ? textOf(headers[name]) : '';
}
