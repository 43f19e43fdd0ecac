import { REQUEST_HEADERS } from '@app/contracts';
import { createTimeReader, makeEntry, type RequestFacts, statusOf } from '../make-entry.js';
import { NO_VISIT, reject } from '../record-reader.js';
import { isObject, textOf } from '../text/json-object.js';
import { forwardedOf, headerOfAll, withHeaders } from '../shared/header-facts.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { visitorAddress } from '../text/address.js';
import { instantOf } from '../text/times.js';

const NO_PINO = reject('unknown_shape', 'has no `level` with a `time`: it is no log of pino');

/**
 * Reads the log of pino-http. An application writes its own messages to the same log. Only the
 * message with both `req` and `res` stands for a visit; others may repeat its `req`. The headers of
 * `req` are all that the visitor sent, unless the application has a serializer of its own.
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
      const { headers } = req;
      const header = (name: string): string => headerOfAll(headers, name) ?? '';
      const facts: RequestFacts = {
        time: readTime(instantOf(time)),
        method: textOf(req['method']),
        host: header('host'),
        path: textOf(req['url']),
        status: statusOf(res['statusCode']),
        ip: visitorAddress(textOf(req['remoteAddress']), forwardedOf(headers)),
        userAgent: header('user-agent'),
        referer: header('referer'),
        contentType: headerOfAll(res['headers'], 'content-type'),
        id: idOf(textOf(req['id']), textOf(pid), textOf(time)),
      };
      return makeEntry(
        withHeaders(facts, (fact) => headerOfAll(headers, REQUEST_HEADERS[fact])),
        options,
      );
    };
  },
};

/** By default pino-http numbers the requests of a process, and starts again in the next one. */
function idOf(request: string, process: string, time: string): string {
  return request === '' ? '' : `${process} ${request} ${time}`;
}
