import { REQUEST_HEADERS } from '@app/contracts';
import {
  createTimeReader,
  makeEntry,
  type ReadTime,
  type RequestFacts,
  statusOf,
} from '../make-entry.js';
import type { ReaderOptions, RecordResult } from '../record-reader.js';
import { looksLikeAddress, peerOf, visitorAddress, visitorProtocol } from '../text/address.js';
import { unescapeLog } from '../text/escapes.js';
import { firstText, type JsonObject, listText } from '../text/json-object.js';
import { hostAndPath, readRequestLine } from '../text/request-line.js';
import { commonTime, instantOf, isoOfClfTime } from '../text/times.js';
import {
  type Fact,
  FIELD_NAMES,
  firstOf,
  hasText,
  hostIsSite,
  namesFor,
  textIfThere,
  textIn,
} from './field-names.js';
import { HEADER_FACTS, headerFields, type HeaderFact, withHeaders } from './header-facts.js';

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
const ANY_PATH = [...PATHS, ...requestLine, ...FIELD_NAMES.rawRequest];
/**
 * Our own names of request headers. Parsers of lines do not use them, and formats that our pages propose
 * do: a record with one of them is as its server wrote it. A parser may leave in other records what
 * the server escaped in its line.
 */
const OWN_HEADERS = HEADER_FACTS.map((fact) => headerFields(REQUEST_HEADERS[fact])[0] as string);
const QUOTES = /^"(.*)"$/s;
/** Matches a version of HTTP as servers write it, or its name in the TLS handshake. */
const HTTP_VERSION = /^(?:(?:HTTP\/)?[1-3](?:\.\d)?|h[23])$/i;

export function createNamedFieldsReader(options: ReaderOptions): NamedFieldsReader {
  const readTime = createTimeReader(options);

  const timeOf = (value: unknown): ReadTime => {
    const instant = instantOf(Array.isArray(value) ? value[0] : value);
    if (typeof instant !== 'string') return readTime(instant);
    const time = readTime(isoOfClfTime(instant) ?? instant);
    // Nearly all servers write one of the two, so that other forms are tried last.
    const other = time && 'time' in time ? undefined : commonTime(instant);
    return other === undefined ? time : readTime(other);
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
    const names = namesFor(record);
    const text = (fact: Fact): string => textIn(record, names(fact));
    const host = text('host');
    const peer = text('client') || (looksLikeAddress(host) ? host : '');
    const forwarded = firstOf(record, names('forwarded'), presentList) ?? '';
    const connected = text('peer');
    const ip = visitorAddress(peer, forwarded, connected || peerOf(peer, forwarded));
    const version = firstOf(record, names('protocol'), httpVersion);
    const site = text('site') || siteIn(record, host) || text('serverName');
    const named = target.path.startsWith('/') ? target : hostAndPath(target.path);
    const [unescaped, plain] = isAsWritten(record) ? AS_IT_IS : OF_LINE;
    const header = (fact: HeaderFact): string | undefined => {
      const value = textIfThere(record, names(fact));
      return value === undefined ? undefined : unescaped(value);
    };
    const facts: RequestFacts = {
      time: timeIn(record, times),
      method: text('method') || target.method,
      host: site || named.host,
      path: unescaped(site === '' || site === named.host ? named.path : target.path),
      status,
      ip,
      userAgent: plain(text('userAgent')),
      referer: plain(text('referer')),
      contentType: text('contentType'),
      country: text('country'),
      asn: text('asn'),
      protocol: visitorProtocol(version ?? target.protocol, connected || peer, ip),
      id: text('id'),
    };
    return makeEntry(withHeaders(facts, header), options);
  };
}

function statusIn(record: JsonObject): number | undefined {
  return firstOf(record, FIELD_NAMES.status, (value) => {
    const status = statusOf(Array.isArray(value) ? value[0] : value);
    return Number.isNaN(status) ? undefined : status;
  });
}

/** What a request asked for. An empty path is that of a request that could not be read. */
interface Target {
  method: string;
  path: string;
  host: string;
  protocol: string;
}

function targetIn(record: JsonObject): Target | undefined {
  const { method, target, protocol } = readRequestLine(textIn(record, requestLine));
  const path = textIn(record, FIELD_NAMES.path) || target || textIn(record, pathOrFile);
  return path !== '' || hasText(record, ANY_PATH)
    ? { method, path, protocol, host: '' }
    : undefined;
}

/**
 * Returns the host if it is the site. In a record of a shipper, `host` is the shipper's machine, and
 * after a parser of Fluent Bit it is the client or a name that identd returned.
 */
function siteIn(record: JsonObject, host: string): string {
  return hostIsSite(record) ? host : '';
}

/** Returns a version of HTTP. Fields with such names may also say TCP, or a version of TLS. */
function httpVersion(value: unknown): string | undefined {
  const text = firstText(value);
  return HTTP_VERSION.test(text) ? text : undefined;
}

function presentList(value: unknown): string | undefined {
  const list = listText(value);
  return list === '' || list === '-' ? undefined : list;
}

function isAsWritten(record: JsonObject): boolean {
  return OWN_HEADERS.some((name) => name in record);
}

const asItIs = (text: string): string => text;

/** Logstash's legacy names keep the quotes of the line in the texts. */
function plainOfLine(text: string): string {
  return unescapeLog(text.startsWith('"') ? (QUOTES.exec(text)?.[1] ?? text) : text);
}

/** How texts are read, and those that a parser may have left in their quotes. */
const AS_IT_IS = [asItIs, asItIs] as const;
const OF_LINE = [unescapeLog, plainOfLine] as const;
