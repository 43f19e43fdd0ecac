import { REQUEST_HEADERS } from '@app/contracts';
import { createTimeReader, makeEntry, type RequestFacts, statusOf } from '../make-entry.js';
import { reject } from '../record-reader.js';
import { forwardedOf, headerOfAll, withHeaders } from '../shared/header-facts.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { peerOf, visitorAddress } from '../text/address.js';
import { isObject, type JsonObject, textOf } from '../text/json-object.js';
import { instantOf } from '../text/times.js';

const NO_GATEWAY = reject(
  'unknown_shape',
  'has no `request` with `headers` and a `response` with a `status`: it is no record of a logger of Kong or APISIX',
);

/**
 * Reads what the loggers of Kong (file-log, http-log, …) and of APISIX write of a request. The
 * headers are all that the visitor sent, unless the gateway is told to leave some out.
 *
 * Source: https://docs.konghq.com/hub/kong-inc/file-log/ and
 * https://apisix.apache.org/docs/apisix/plugins/http-logger/
 */
export const gateway: ObjectFormat = {
  fits: (record) => {
    const request = record['request'];
    if (!isObject(request) || !isObject(request['headers'])) return false;
    const response = record['response'];
    return isObject(response) && response['status'] !== undefined;
  },

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      const { request, response, client_ip: ip } = record;
      if (!gateway.fits(record) || !isObject(request) || !isObject(response)) return NO_GATEWAY;
      const { headers } = request;
      const header = (name: string): string => headerOfAll(headers, name) ?? '';
      const forwarded = forwardedOf(headers);
      const client = textOf(ip);
      const facts: RequestFacts = {
        time: readTime(instantOf(record['started_at'] ?? record['start_time'])),
        method: textOf(request['method']),
        host: header('host'),
        path: textOf(request['uri']) || pathOf(request),
        status: statusOf(response['status']),
        // The gateway may be told to take the address from the header.
        ip: visitorAddress(client, forwarded, peerOf(client, forwarded)),
        userAgent: header('user-agent'),
        referer: header('referer'),
        contentType: headerOfAll(response['headers'], 'content-type'),
        id: idOf(record),
      };
      return makeEntry(
        withHeaders(facts, (fact) => headerOfAll(headers, REQUEST_HEADERS[fact])),
        options,
      );
    };
  },
};

function pathOf(request: JsonObject): string {
  return textOf(request['url'] ?? request['request_uri']);
}

function idOf({ request, request_id: own }: JsonObject): string {
  return textOf(isObject(request) ? request['id'] : undefined) || textOf(own);
}
