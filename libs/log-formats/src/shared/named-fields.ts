import { createTimeReader, makeEntry, type ReadTime, statusOf } from '../make-entry.js';
import type { ReaderOptions, RecordResult } from '../record-reader.js';
import { looksLikeAddress, visitorAddress } from '../text/address.js';
import { unescapeLog } from '../text/escapes.js';
import type { JsonObject } from '../text/json-object.js';
import { hostOfUrl, readRequestLine } from '../text/request-line.js';
import { instantOf, isoOfClfTime } from '../text/times.js';
import { FIELD_NAMES, firstOf, hasText, hostIsSite, textIn } from './field-names.js';

/** The times of the envelope of a record; undefined when there is none. */
export interface EnvelopeTimes {
  /** When the logged request was made: it counts more than the fields. */
  request?: unknown;
  /** When the record was observed: it counts if the record has no time at all. */
  observed?: unknown;
}

/** Reads a request from fields with well-known names. Undefined: there is no path or no status. */
export type NamedFieldsReader = (
  record: JsonObject,
  times?: EnvelopeTimes,
) => RecordResult | undefined;

const { requestLine, pathOrFile } = FIELD_NAMES;
const PATHS = [...FIELD_NAMES.path, ...pathOrFile];
const ANY_PATH = [...PATHS, ...requestLine];
const QUOTES = /^"(.*)"$/s;

export function createNamedFieldsReader(options: ReaderOptions): NamedFieldsReader {
  const readTime = createTimeReader(options);

  const timeOf = (value: unknown): ReadTime => {
    const instant = instantOf(value);
    return readTime(typeof instant === 'string' ? (isoOfClfTime(instant) ?? instant) : instant);
  };

  /** Returns the first time that can be read, otherwise why the first one cannot. */
  const timeIn = (record: JsonObject, { request, observed }: EnvelopeTimes): ReadTime => {
    const readable = (value: unknown): ReadTime => {
      const time = timeOf(value);
      return time && 'time' in time ? time : undefined;
    };
    return (
      readable(request) ??
      firstOf(record, FIELD_NAMES.time, readable) ??
      readable(observed) ??
      firstOf(record, FIELD_NAMES.time, timeOf) ??
      timeOf(request)
    );
  };

  return (record, times = {}) => {
    const status = statusIn(record);
    const target = status === undefined ? undefined : targetIn(record);
    if (status === undefined || !target) return undefined;
    const host = textIn(record, FIELD_NAMES.host);
    return makeEntry(
      {
        time: timeIn(record, times),
        method: textIn(record, FIELD_NAMES.method) || target.method,
        host: siteIn(record, host) || hostOfUrl(target.path),
        path: unescapeLog(target.path),
        status,
        ip: clientIn(record, host),
        userAgent: unescapeLog(unquoted(textIn(record, FIELD_NAMES.userAgent))),
        referer: unescapeLog(unquoted(textIn(record, FIELD_NAMES.referer))),
        contentType: textIn(record, FIELD_NAMES.contentType),
        signatureAgent: unescapeLog(textIn(record, FIELD_NAMES.signatureAgent)),
        id: textIn(record, FIELD_NAMES.id),
      },
      options,
    );
  };
}

function statusIn(record: JsonObject): number | undefined {
  return firstOf(record, FIELD_NAMES.status, (value) => {
    const status = statusOf(value);
    return Number.isNaN(status) ? undefined : status;
  });
}

/** What a request asked for. An empty path is that of a request that could not be read. */
interface Target {
  method: string;
  path: string;
}

function targetIn(record: JsonObject): Target | undefined {
  const { method, target } = readRequestLine(textIn(record, requestLine));
  const path = textIn(record, FIELD_NAMES.path) || target || textIn(record, pathOrFile);
  return path !== '' || hasText(record, ANY_PATH) ? { method, path } : undefined;
}

/**
 * Returns the site. In a record of a shipper, `host` is the shipper's machine, and after a parser
 * of Fluent Bit it is the client or a name that identd returned.
 */
function siteIn(record: JsonObject, host: string): string {
  const site = textIn(record, FIELD_NAMES.site);
  if (site !== '') return site;
  const known = hostIsSite(record) ? host : '';
  return known || textIn(record, FIELD_NAMES.serverName);
}

function clientIn(record: JsonObject, host: string): string {
  const peer = textIn(record, FIELD_NAMES.client) || (looksLikeAddress(host) ? host : '');
  return visitorAddress(peer, textIn(record, FIELD_NAMES.forwarded));
}

/** Logstash's legacy names keep the quotes of the line in the texts. */
function unquoted(text: string): string {
  return text.startsWith('"') ? (QUOTES.exec(text)?.[1] ?? text) : text;
}
