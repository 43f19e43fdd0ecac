import { NO_VISIT, type ReaderOptions, type RecordResult, reject } from '../record-reader.js';
import { createClfLineReader } from '../shared/clf.js';
import { FIELD_NAMES, firstOf } from '../shared/field-names.js';
import { createNamedFieldsReader, type EnvelopeTimes } from '../shared/named-fields.js';
import type { ObjectFormat } from '../shared/object-format.js';
import { utf8Of } from '../text/bytes.js';
import { isObject, type JsonObject, parseJson } from '../text/json-object.js';
import { withoutContainerName, withoutShownTime } from '../text/line-front.js';
import { isServerNote } from '../text/server-note.js';
import { withoutSyslogHead } from '../text/syslog-head.js';
import { akamai } from './akamai.js';
import { createAlbLineReader } from './alb.js';
import { azureFrontDoor } from './azure-front-door.js';
import { azureHttp } from './azure-http.js';
import { caddy, recordOfConsole } from './caddy.js';
import { cloudFrontJson } from './cloudfront-json.js';
import { cloudflare } from './cloudflare.js';
import { fastly } from './fastly.js';
import { gateway } from './gateway.js';
import { googleLb } from './google-lb.js';
import { createEnvoyLineReader } from './envoy.js';
import { createHaproxyLineReader } from './haproxy.js';
import { createLogfmtLineReader } from './logfmt.js';
import { createNginxProxyManagerLineReader } from './nginx-proxy-manager.js';
import { pinoHttp } from './pino-http.js';
import { createS3LineReader } from './s3.js';
import { createSquidLineReader } from './squid.js';
import { traefik } from './traefik.js';
import { vercel } from './vercel.js';

/** Formats with names of their own. They know their fields better than any table of names. */
const OBJECT_FORMATS: ObjectFormat[] = [
  caddy,
  traefik,
  pinoHttp,
  cloudflare,
  cloudFrontJson,
  azureFrontDoor,
  azureHttp,
  akamai,
  googleLb,
  vercel,
  fastly,
  gateway,
];

/** Shippers wrap a line, and a daemon may have wrapped it before. */
const MOST_WRAPPINGS = 3;

/** Reads records and texts of which nobody said what they are. Undefined: they are no request. */
export interface UnknownRecords {
  readObject(record: JsonObject, times?: EnvelopeTimes): RecordResult | undefined;
  readText(text: string, times?: EnvelopeTimes): RecordResult | undefined;
}

/**
 * Returns a reader that guesses: by names that only one format has, then by well-known names of
 * fields, then by a text in the record that is a line of a log.
 */
export function createUnknownRecords(options: ReaderOptions): UnknownRecords {
  const formats = OBJECT_FORMATS.map(({ fits, create }) => ({ fits, read: create(options) }));
  const readFields = createNamedFieldsReader(options);
  const readLine = createLineReader(options);

  /** Logstash first wrote the fields of a line into an object of their own, as lists. */
  const readLegacyFields = (
    record: JsonObject,
    times: EnvelopeTimes | undefined,
  ): RecordResult | undefined => {
    const fields = record['@fields'];
    return isObject(fields) ? readFields({ ...record, ...fields }, times) : undefined;
  };

  const readObject = (
    record: JsonObject,
    times: EnvelopeTimes | undefined,
    wrappings: number,
  ): RecordResult | undefined => {
    const format = formats.find(({ fits }) => fits(record));
    if (format) return format.read(record);
    const result = readFields(record, times) ?? readLegacyFields(record, times);
    if (result || wrappings === MOST_WRAPPINGS) return result;
    const inner = firstOf(record, FIELD_NAMES.line, (value) => {
      const text = textOfLine(value);
      return text === undefined ? undefined : readText(text, times, wrappings + 1);
    });
    // A journal has all that the machine does.
    return inner ?? (isOfJournal(record) ? NO_VISIT : undefined);
  };

  const readText = (
    text: string,
    times: EnvelopeTimes | undefined,
    wrappings: number,
  ): RecordResult | undefined => {
    const line = withoutContainerName(withoutSyslogHead(text).trim());
    if (line.startsWith('{')) {
      const value = parseJson(line);
      return isObject(value) ? readObject(value, ofEnvelope(times), wrappings) : undefined;
    }
    const result = readLine(line);
    if (result) return result;
    const bare = withoutShownTime(line);
    if (bare !== line && wrappings < MOST_WRAPPINGS) return readText(bare, times, wrappings + 1);
    const record = recordOfConsole(line);
    if (record && caddy.fits(record)) return readObject(record, times, wrappings);
    return isServerNote(line) ? NO_VISIT : undefined;
  };

  return {
    readObject: (record, times) => readObject(record, times, 0),
    readText: (text, times) => readText(text, times, 0),
  };
}

/**
 * Returns the times of an envelope around a line. The line has a time of its own, and a shipper that
 * did not look for it gives the envelope the time at which the line was read.
 */
function ofEnvelope(times: EnvelopeTimes | undefined): EnvelopeTimes | undefined {
  return times && { observed: times.request ?? times.observed };
}

/** Returns a line that a record holds: as a text, or as journald writes what is not UTF-8. */
function textOfLine(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const isBytes = Array.isArray(value) && value.length > 0 && value.every(isByte);
  return isBytes ? utf8Of(Uint8Array.from(value as number[])) : undefined;
}

function isByte(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
}

function isOfJournal(record: JsonObject): boolean {
  return record['__REALTIME_TIMESTAMP'] !== undefined && record['MESSAGE'] !== undefined;
}

/** Reads a line of any format whose lines do not depend on each other. */
function createLineReader(options: ReaderOptions): (line: string) => RecordResult | undefined {
  const readers = [
    createNginxProxyManagerLineReader(options),
    createS3LineReader(options),
    createClfLineReader(true, options),
    createClfLineReader(false, options),
    createAlbLineReader(options),
    createHaproxyLineReader(options),
    createEnvoyLineReader(options),
    createSquidLineReader(options),
    createLogfmtLineReader(options),
  ];
  return (line) => {
    let rejected: RecordResult | undefined;
    for (const read of readers) {
      const result = read(line);
      if (result === undefined) continue;
      if (result.kind !== 'reject') return result;
      if (result.reason !== 'unknown_shape') rejected ??= result;
    }
    return rejected;
  };
}

/**
 * Reads the JSON of log shippers, servers and frameworks: Vector, Fluent Bit, Logstash, Filebeat,
 * nginx and others. This is the only format that guesses.
 */
export function createJsonFieldsReader(
  options: ReaderOptions,
): (record: JsonObject) => RecordResult {
  const { readObject } = createUnknownRecords(options);
  return (record) => readObject(record) ?? NO_REQUEST;
}

const NO_REQUEST = reject(
  'unknown_shape',
  'has no fields with well-known names for a path and a status, and no text that is a line of an ' +
    'access log',
);
