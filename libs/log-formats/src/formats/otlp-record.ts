import { rememberLast } from '../make-entry.js';
import { type ReaderOptions, type RecordResult, reject } from '../record-reader.js';
import { FIELD_NAMES, textIn } from '../shared/field-names.js';
import { createNamedFieldsReader, type EnvelopeTimes } from '../shared/named-fields.js';
import { textOfBase64 } from '../text/bytes.js';
import { isObject, type JsonObject } from '../text/json-object.js';
import { createUnknownRecords } from './json-fields.js';

const NO_REQUEST = reject(
  'unknown_shape',
  'has no HTTP attributes (`http.response.status_code` with `url.path`), and its body is no ' +
    'access log',
);
/** Nested values are read to this depth. */
const MOST_LEVELS = 8;

/**
 * Reads a log record of OpenTelemetry in the form of OTLP/JSON, with its resource in the additional
 * field `resource`. The request is in the attributes, named by the semantic conventions, otherwise
 * in the body: named values, or a line of an access log. The resource may name the host.
 *
 * Source: https://opentelemetry.io/docs/specs/semconv/http/
 */
export function createOtlpRecordReader(
  options: ReaderOptions,
): (record: JsonObject) => RecordResult {
  const inner: ReaderOptions = {
    get now() {
      return options.now;
    },
    host: '',
    fields: options.fields,
  };
  const readAttributes = createNamedFieldsReader(inner);
  const { readObject, readText } = createUnknownRecords(inner);

  const read = (record: JsonObject): RecordResult | undefined => {
    const times = timesOf(record);
    const result = readAttributes(fieldsOf(record['attributes']), times);
    if (result) return result;
    const body = plain(record['body'], 0);
    if (isObject(body)) return readObject(body, times);
    return typeof body === 'string' ? readText(body, times) : undefined;
  };

  // Many records have one resource, and both may be large: it is read once.
  const siteOf = rememberLast((resource: unknown) =>
    isObject(resource) ? textIn(fieldsOf(resource['attributes']), FIELD_NAMES.site) : '',
  );

  return (record) => {
    const result = read(record) ?? NO_REQUEST;
    if (result.kind === 'entry' && result.entry.host === '')
      result.entry.host = siteOf(record['resource']) || options.host;
    return result;
  };
}

/** Returns the records of `{"resourceLogs":[…]}`, the body of a request and a line of a file. */
export function recordsOfOtlp({ resourceLogs }: JsonObject): unknown[] | undefined {
  if (!Array.isArray(resourceLogs)) return undefined;
  return objectsIn(resourceLogs).flatMap(({ resource, scopeLogs }) =>
    objectsIn(scopeLogs).flatMap(({ logRecords }) =>
      objectsIn(logRecords).map((record) => ({ ...record, resource })),
    ),
  );
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
}

function timesOf({ timeUnixNano, observedTimeUnixNano }: JsonObject): EnvelopeTimes {
  return { request: nanoseconds(timeUnixNano), observed: nanoseconds(observedTimeUnixNano) };
}

/** 0 means that there is no time. */
function nanoseconds(value: unknown): unknown {
  return value === 0 || value === '0' ? undefined : value;
}

/** Returns a list of `{"key":…,"value":…}` as one object. */
function fieldsOf(list: unknown, level = 0): JsonObject {
  // A key may have any name, `__proto__` too.
  const fields = Object.create(null) as JsonObject;
  for (const { key, value } of objectsIn(list)) {
    if (typeof key === 'string') fields[key] = plain(value, level);
  }
  return fields;
}

/** Returns the value of an `AnyValue` as JSON would write it. */
function plain(value: unknown, level: number): unknown {
  if (!isObject(value) || level > MOST_LEVELS) return undefined;
  const { stringValue, intValue, doubleValue, bytesValue, arrayValue, kvlistValue } = value;
  const simple = stringValue ?? intValue ?? doubleValue;
  if (simple !== undefined) return simple;
  // A collector that is told not to decode a log file sends its lines as bytes.
  if (typeof bytesValue === 'string') return textOfBase64(bytesValue);
  if (isObject(arrayValue)) {
    return Array.isArray(arrayValue['values'])
      ? arrayValue['values'].map((one) => plain(one, level + 1))
      : [];
  }
  return isObject(kvlistValue) ? fieldsOf(kvlistValue['values'], level + 1) : undefined;
}
