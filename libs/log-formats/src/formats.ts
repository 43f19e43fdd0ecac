import { objectReader } from './carriers/object-reader.js';
import { akamai } from './formats/akamai.js';
import { createAlbReader } from './formats/alb.js';
import { azureFrontDoor, recordsAlone, recordsOfAzure } from './formats/azure-front-door.js';
import { createBunnyReader } from './formats/bunny.js';
import { withContainerLines } from './carriers/container-lines.js';
import { caddy, recordOfConsole } from './formats/caddy.js';
import { cloudFrontJson } from './formats/cloudfront-json.js';
import { createCloudFrontRealtimeReader } from './formats/cloudfront-realtime.js';
import { createCloudFrontReader } from './formats/cloudfront.js';
import { cloudflare } from './formats/cloudflare.js';
import { createCombinedReader } from './formats/combined.js';
import { createCommonReader } from './formats/common.js';
import { createDockerReader } from './formats/docker.js';
import { createEntryJsonReader } from './formats/entry-json.js';
import { googleLb } from './formats/google-lb.js';
import { createEnvoyReader } from './formats/envoy.js';
import { gateway } from './formats/gateway.js';
import { recordOfFluentd } from './text/fluentd-line.js';
import { createHaproxyReader } from './formats/haproxy.js';
import { createJsonFieldsReader } from './formats/json-fields.js';
import { createLogfmtReader } from './formats/logfmt.js';
import { netlify } from './formats/netlify.js';
import { createNginxProxyManagerReader } from './formats/nginx-proxy-manager.js';
import { createOtlpRecordReader, recordsOfOtlp } from './formats/otlp-record.js';
import { fastly } from './formats/fastly.js';
import { createFirehoseReader } from './formats/firehose.js';
import { createS3Reader } from './formats/s3.js';
import { createSquidReader } from './formats/squid.js';
import { pinoHttp } from './formats/pino-http.js';
import { traefik } from './formats/traefik.js';
import { vercel } from './formats/vercel.js';
import { createW3cReader } from './formats/w3c.js';
import {
  createFormatStringReader,
  type FormatString,
  formatStringTitle,
} from './format-strings/index.js';
import type { Carrier, ReaderOptions, RecordReader } from './record-reader.js';

interface LogFormat {
  /** The name that people see. */
  title: string;
  carries: Carrier;
  create(options: ReaderOptions): RecordReader;
}

/**
 * Every format, stricter ones before laxer ones: when two formats read a line, the first one is
 * meant.
 */
export const LOG_FORMATS = {
  json: {
    title: "JSON lines of the service's own entries",
    carries: 'object',
    create: createEntryJsonReader,
  },
  caddy: {
    title: 'Caddy JSON or console',
    carries: 'object',
    create: (options) => objectReader(caddy.create(options), undefined, recordOfConsole),
  },
  traefik: {
    title: 'Traefik JSON',
    carries: 'object',
    create: (options) => objectReader(traefik.create(options)),
  },
  'pino-http': {
    title: 'pino-http JSON',
    carries: 'object',
    create: (options) => objectReader(pinoHttp.create(options)),
  },
  cloudflare: {
    title: 'Cloudflare Logpush http_requests',
    carries: 'object',
    create: (options) => objectReader(cloudflare.create(options)),
  },
  'cloudfront-json': {
    title: 'CloudFront standard log (v2) in JSON',
    carries: 'object',
    create: (options) => objectReader(cloudFrontJson.create(options)),
  },
  'azure-front-door': {
    title: 'Azure Front Door access log',
    carries: 'object',
    create: (options) => objectReader(azureFrontDoor.create(options), recordsOfAzure),
  },
  akamai: {
    title: 'Akamai DataStream 2 in JSON',
    carries: 'object',
    create: (options) => objectReader(akamai.create(options)),
  },
  netlify: {
    title: 'Netlify log drain',
    carries: 'object',
    create: (options) => objectReader(netlify.create(options)),
  },
  'google-lb': {
    title: 'Google Cloud load balancer log entries',
    carries: 'object',
    create: (options) => objectReader(googleLb.create(options)),
  },
  vercel: {
    title: 'Vercel log drain',
    carries: 'object',
    create: (options) => objectReader(vercel.create(options)),
  },
  fastly: {
    title: 'JSON with our own fields, or with those of Fastly, TollBit or Logz.io',
    carries: 'object',
    create: (options) => objectReader(fastly.create(options)),
  },
  gateway: {
    title: 'Kong and APISIX loggers',
    carries: 'object',
    create: (options) => objectReader(gateway.create(options)),
  },
  'otlp-record': {
    title: 'OpenTelemetry log records',
    carries: 'object',
    create: (options) => objectReader(createOtlpRecordReader(options), recordsOfOtlp),
  },
  docker: {
    title: "docker's json-file around lines of another log",
    carries: 'object',
    create: createDockerReader,
  },
  'json-fields': {
    title: 'JSON of log shippers and servers',
    carries: 'object',
    create: (options) =>
      objectReader(createJsonFieldsReader(options), recordsAlone, recordOfFluentd),
  },
  cloudfront: {
    title: 'CloudFront standard log',
    carries: 'columns',
    create: createCloudFrontReader,
  },
  w3c: { title: 'W3C extended log', carries: 'columns', create: createW3cReader },
  'cloudfront-realtime': {
    title: 'CloudFront real-time log',
    carries: 'columns',
    create: createCloudFrontRealtimeReader,
  },
  bunny: { title: 'bunny.net access log', carries: 'line', create: createBunnyReader },
  alb: { title: 'AWS load balancer access log', carries: 'line', create: createAlbReader },
  haproxy: { title: 'HAProxy HTTP log', carries: 'line', create: createHaproxyReader },
  envoy: { title: 'Envoy access log', carries: 'line', create: createEnvoyReader },
  'nginx-proxy-manager': {
    title: 'Nginx Proxy Manager',
    carries: 'line',
    create: createNginxProxyManagerReader,
  },
  s3: { title: 'Amazon S3 server access log', carries: 'line', create: createS3Reader },
  squid: { title: "Squid's own access log", carries: 'line', create: createSquidReader },
  combined: { title: 'Apache or nginx combined', carries: 'line', create: createCombinedReader },
  common: { title: 'Apache or nginx common', carries: 'line', create: createCommonReader },
  logfmt: {
    title: "logfmt, as Heroku's router, lograge and others write it",
    carries: 'line',
    create: createLogfmtReader,
  },
  firehose: {
    title: 'Records of Amazon Data Firehose, and messages of CloudWatch Logs',
    carries: 'line',
    create: createFirehoseReader,
  },
} satisfies Record<string, LogFormat>;

export type LogFormatName = keyof typeof LOG_FORMATS;
export const LOG_FORMAT_NAMES = Object.keys(LOG_FORMATS) as LogFormatName[];

/** How a log is read: as one of the formats, or by the format string that its owner has. */
export type ChosenFormat = LogFormatName | FormatString;

/**
 * Returns the reader of a format, also for lines that something is written in front of.
 *
 * @throws FormatStringFault when a format string is wrong
 */
export function createReader(format: ChosenFormat, options: ReaderOptions): RecordReader {
  return withContainerLines(
    typeof format === 'string'
      ? LOG_FORMATS[format].create(options)
      : createFormatStringReader(format, options),
  );
}

/** Returns the name of a format that people see. */
export function formatTitle(format: ChosenFormat): string {
  return typeof format === 'string' ? LOG_FORMATS[format].title : formatStringTitle(format);
}

/**
 * A format may be chosen if it reads at least this share of the entries that the best format reads.
 */
const ENOUGH = 0.5;

/**
 * Returns the format of the first lines of a log, or undefined when no format reads any of them.
 */
export function recogniseFormat(
  lines: string[],
  options: Omit<ReaderOptions, 'host'>,
): LogFormatName | undefined {
  const found = LOG_FORMAT_NAMES.map((name) => {
    const reader = createReader(name, { ...options, host: '' });
    const results = lines.flatMap((line) => reader.readLine(line));
    return { name, entries: results.filter(({ kind }) => kind === 'entry').length };
  });
  const most = Math.max(...found.map(({ entries }) => entries));
  if (most === 0) return undefined;
  return found.find(({ entries }) => entries >= most * ENOUGH)?.name;
}
