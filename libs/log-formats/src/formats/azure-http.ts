import { createTimeReader, makeEntry, type RequestFacts, statusOf } from '../make-entry.js';
import { NO_VISIT, reject } from '../record-reader.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { isObject, type JsonObject, parseJson, textOf } from '../text/json-object.js';

const APPLICATION_GATEWAY = 'applicationgateway';
const APP_SERVICE = 'appservice';
const NO_PROPERTIES = reject('unknown_shape', 'has no `properties` with a request');
const NO_STATUS = reject('no_status', 'has no `properties.httpStatus` or `properties.ScStatus`');

/**
 * Reads the access logs of Azure Application Gateway and of Azure App Service, as Azure writes them
 * to a storage account or an event hub. Records of their other logs stand between their records.
 *
 * Source: https://learn.microsoft.com/azure/application-gateway/monitor-application-gateway-reference
 * and https://learn.microsoft.com/azure/app-service/monitor-app-service-reference
 */
export const azureHttp: ObjectFormat = {
  fits: (record) => {
    const category = categoryOf(record);
    const isOfService =
      category.startsWith(APPLICATION_GATEWAY) || category.startsWith(APP_SERVICE);
    return isOfService && record['properties'] !== undefined;
  },

  create: (options) => {
    const readTime = createTimeReader(options);
    return (record) => {
      const category = categoryOf(record);
      const read = READERS[category];
      if (!read) return NO_VISIT;
      const properties = propertiesOf(record);
      if (!properties) return NO_PROPERTIES;
      const time = readTime(textOf(record['timeStamp'] ?? record['time']));
      const { status, ...facts } = read(properties);
      return status === undefined
        ? NO_STATUS
        : makeEntry({ ...facts, time, status: statusOf(status) }, options);
    };
  },
};

type Facts = Omit<RequestFacts, 'time' | 'status'> & { status: unknown };

const READERS: Readonly<Record<string, (properties: JsonObject) => Facts>> = {
  // The client is who made the connection to the gateway.
  applicationgatewayaccesslog: (properties) => ({
    method: textOf(properties['httpMethod']),
    host: textOf(properties['originalHost']) || textOf(properties['host']),
    path: textOf(properties['originalRequestUriWithArgs']) || textOf(properties['requestUri']),
    status: properties['httpStatus'],
    ip: textOf(properties['clientIP'] ?? properties['clientIp']),
    userAgent: textOf(properties['userAgent']),
    protocol: textOf(properties['httpVersion']),
    id: textOf(properties['transactionId']),
  }),
  appservicehttplogs: (properties) => ({
    method: textOf(properties['CsMethod']),
    host: textOf(properties['CsHost']),
    path: textOf(properties['CsUriStem']),
    status: properties['ScStatus'],
    ip: textOf(properties['CIp']),
    userAgent: textOf(properties['UserAgent']),
    referer: textOf(properties['Referer']),
  }),
};

function categoryOf({ category }: JsonObject): string {
  return typeof category === 'string' ? category.toLowerCase() : '';
}

/** App Service writes its properties as a text of JSON. */
function propertiesOf({ properties }: JsonObject): JsonObject | undefined {
  const value = typeof properties === 'string' ? parseJson(properties) : properties;
  return isObject(value) ? value : undefined;
}
