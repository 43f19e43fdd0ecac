import { firstText, isObject, type JsonObject } from '../text/json-object.js';
import { byHeader, headerFields } from './header-facts.js';

/**
 * A name that a field of a record may have. A name with dots is also looked up in nested objects.
 */
interface FieldName {
  flat: string;
  path: readonly string[];
}

const named = (...names: string[]): FieldName[] =>
  names.map((flat) => ({ flat, path: flat.split('.') }));

/**
 * The names that log shippers, servers and frameworks give to the facts of a request, the surest
 * ones first: our own names, nginx's variables, Elastic's Common Schema, the semantic conventions
 * of OpenTelemetry (new and old), Logstash's and Fluent Bit's parsers, the log formats that Fastly,
 * TollBit and Logz.io propose, and those of Amazon API Gateway and Railway.
 */
export const FIELD_NAMES = {
  // A shipper writes `@timestamp` when it reads a line, unless it was told to parse the line's time.
  time: named(
    'timestamp',
    'time',
    'time_iso8601',
    'time_local',
    'msec',
    'ts',
    'date',
    // Amazon API Gateway.
    'requestTime',
    // Istio and Envoy.
    'start_time',
    '@timestamp',
  ),
  method: named(
    'method',
    'request_method',
    'http.request.method',
    'http.method',
    'verb',
    'http_method',
    'httpMethod',
    // WordPress VIP.
    'request_type',
  ),
  /** A whole request line, or only its path as Logstash's legacy names have it. */
  requestLine: named('request', 'request_line'),
  /** A request that Logstash's old patterns could not read. */
  rawRequest: named('rawrequest'),
  // `path` may be the path of the log file, so it is the last one.
  path: named(
    'request_uri',
    'url.original',
    'url.path',
    'http.target',
    'uri',
    'request_path',
    'request_url',
    'uri_path',
    'url.full',
    'http.url',
    'http_url',
    'url',
  ),
  pathOrFile: named('path', 'resourcePath'),
  status: named(
    'status_code',
    'http.response.status_code',
    'http.status_code',
    'http_status_code',
    'status',
    'response_status',
    'response',
    'code',
    'statusCode',
    'response_code',
    'httpStatus',
  ),
  site: named(
    'http_host',
    'url.domain',
    'http.host',
    'vhost',
    'virtual_host',
    'request_host',
    'server.address',
    'http.request.header.host',
    'net.host.name',
    'authority',
    ':authority',
  ),
  /** The site, the client, or the machine of the shipper. */
  host: named('host'),
  serverName: named('server_name', 'requested_server_name'),
  client: named(
    'client_ip',
    'clientip',
    'client.address',
    'client.ip',
    'source.address',
    'source.ip',
    'http.client_ip',
    'remote_addr',
    'remote_ip',
    'ip_address',
    'ip',
    'client',
    'remote',
    'network.peer.address',
    'net.sock.peer.addr',
    'net.peer.ip',
    'downstream_remote_address',
    'srcIp',
  ),
  forwarded: named(
    'http_x_forwarded_for',
    'x_forwarded_for',
    'http.request.header.x-forwarded-for',
    'http.request.header.x_forwarded_for',
    'request_X-Forwarded-For',
    'forwarded_for',
    'xff',
  ),
  userAgent: named(
    'user_agent',
    'user_agent.original',
    'http_user_agent',
    'http.user_agent',
    'http.request.header.user-agent',
    'http.request.header.user_agent',
    'request_user_agent',
    'agent',
    'useragent',
    'userAgent',
    'clientUa',
  ),
  referer: named(
    'referer',
    'referrer',
    'http_referer',
    'http_referrer',
    'http.request.referrer',
    'http.request.header.referer',
    'request_referer',
  ),
  contentType: named(
    'content_type',
    'sent_http_content_type',
    'http.response.mime_type',
    'http.response.header.content-type',
    'http.response.header.content_type',
    'resp_content_type',
    'downstream_Content-Type',
  ),
  // Behind our own name: nginx's modules geoip and geoip2, WordPress VIP, Logz.io, Elastic's Common
  // Schema, OpenTelemetry, and Logstash's filter geoip with the schema and without it.
  country: named(
    'country',
    'geoip_country_code',
    'geoip2_data_country_code',
    'upstream_country_code',
    'client_geo_country_code',
    'client.geo.country_iso_code',
    'source.geo.country_iso_code',
    'geo.country.iso_code',
    'geoip.geo.country_iso_code',
    'geoip.country_code2',
  ),
  asn: named('asn', 'client.as.number', 'source.as.number', 'geoip.as.number', 'geoip.asn'),
  // Behind our own name: nginx, Fastly and TollBit, Logz.io, OpenTelemetry (new), Elastic's Common
  // Schema, OpenTelemetry (old), WordPress VIP, Logstash's legacy names.
  protocol: named(
    'protocol',
    'server_protocol',
    'request_protocol',
    'http_protocol',
    'network.protocol.version',
    'http.version',
    'http.flavor',
    'http_version',
    'httpversion',
  ),
  /** Who made the connection. If this is not the client, it is a proxy. */
  peer: named(
    'remote_addr',
    'source.ip',
    'network.peer.address',
    'net.sock.peer.addr',
    'net.peer.ip',
    'downstream_direct_remote_address',
  ),
  ...byHeader((header) => named(...headerFields(header))),
  id: named('event.id'),
  /** Texts in which shippers pass on a line as they read it. */
  line: named(
    ...['message', 'log', 'event.original', 'line', 'textPayload', 'msg'],
    // journald, and what Logstash called it at first.
    ...['MESSAGE', '@message'],
  ),
} as const;

/** A fact of a request that is found by well-known names. */
export type Fact = keyof typeof FIELD_NAMES;

const FACTS = Object.keys(FIELD_NAMES) as Fact[];
const NONE: readonly FieldName[] = [];

/** A bit for each fact. Where there are more facts than bits, some share one, which does no harm. */
const BITS = Object.fromEntries(FACTS.map((fact, index) => [fact, 1 << index])) as Record<
  Fact,
  number
>;

/** The bits of the facts that have a name which is this key, or begins with it and a dot. */
const BITS_OF_KEY = new Map<string, number>();
for (const fact of FACTS) {
  for (const { flat, path } of FIELD_NAMES[fact]) {
    for (const key of [flat, path[0] ?? flat])
      BITS_OF_KEY.set(key, (BITS_OF_KEY.get(key) ?? 0) | BITS[fact]);
  }
}

/**
 * Returns what gives the names of a fact, and none if no key of the record begins one of them. Most
 * facts are in few records, and looking each name up costs more than going over the keys once.
 */
export function namesFor(record: JsonObject): (fact: Fact) => readonly FieldName[] {
  let bits = 0;
  for (const key in record) bits |= BITS_OF_KEY.get(key) ?? 0;
  return (fact) => ((bits & BITS[fact]) === 0 ? NONE : FIELD_NAMES[fact]);
}

/** Names that servers use and parsers of shippers do not. Beside them, `host` is the site. */
const NAMES_OF_SERVERS = [
  'remote_addr',
  'request_uri',
  'http_user_agent',
  'status_code',
  'user_agent',
  'request_user_agent',
  'clientUa',
];

/** Returns what `read` makes of the first field for which it returns something. */
export function firstOf<T>(
  record: JsonObject,
  names: readonly FieldName[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const name of names) {
    const value = valueAt(record, name);
    const found = value === undefined ? undefined : read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the first field that is a text and not empty; empty when there is none. */
export function textIn(record: JsonObject, names: readonly FieldName[]): string {
  return firstOf(record, names, presentText) ?? '';
}

/**
 * Returns the first field that is not empty; empty when all fields that are there are empty, and
 * undefined when none is there.
 */
export function textIfThere(record: JsonObject, names: readonly FieldName[]): string | undefined {
  let isThere = false;
  for (const name of names) {
    const value = valueAt(record, name);
    if (value === undefined) continue;
    const text = presentText(value);
    if (text !== undefined) return text;
    isThere = true;
  }
  return isThere ? '' : undefined;
}

/** Tells whether one of the fields is a text, even an empty one. */
export function hasText(record: JsonObject, names: readonly FieldName[]): boolean {
  return names.some((name) => typeof valueAt(record, name) === 'string');
}

/** Tells whether `host` is the site that the visitor asked for. */
export function hostIsSite(record: JsonObject): boolean {
  return NAMES_OF_SERVERS.some((name) => record[name] !== undefined && !isObject(record[name]));
}

function valueAt(record: JsonObject, { flat, path }: FieldName): unknown {
  const value = record[flat];
  if (value !== undefined || path.length === 1) return value;
  let inner: unknown = record;
  for (const key of path) {
    if (!isObject(inner)) return undefined;
    inner = inner[key];
  }
  return inner;
}

function presentText(value: unknown): string | undefined {
  const text = firstText(value);
  return text === '' || text === '-' ? undefined : text;
}
