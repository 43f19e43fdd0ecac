import { createCaddyParser } from './formats/caddy.js';
import { createCloudFrontParser } from './formats/cloudfront.js';
import { createCombinedParser } from './formats/combined.js';
import { createCommonParser } from './formats/common.js';
import { createEntryJsonParser } from './formats/entry-json.js';
import { createTraefikParser } from './formats/traefik.js';
import { createW3cParser } from './formats/w3c.js';
import type { LogParser, ParserOptions } from './parsed-line.js';

interface LogFormat {
  /** The name that people see. */
  title: string;
  create(options: ParserOptions): LogParser;
}

/**
 * Every format, stricter ones before laxer ones: when two formats read a line, the first one is
 * meant.
 */
export const LOG_FORMATS = {
  json: { title: "JSON lines of the service's own entries", create: createEntryJsonParser },
  caddy: { title: 'Caddy JSON', create: createCaddyParser },
  traefik: { title: 'Traefik JSON', create: createTraefikParser },
  cloudfront: { title: 'CloudFront standard log', create: createCloudFrontParser },
  w3c: { title: 'W3C extended log', create: createW3cParser },
  combined: { title: 'Apache or nginx combined', create: createCombinedParser },
  common: { title: 'Apache or nginx common', create: createCommonParser },
} satisfies Record<string, LogFormat>;

export type LogFormatName = keyof typeof LOG_FORMATS;
export const LOG_FORMAT_NAMES = Object.keys(LOG_FORMATS) as LogFormatName[];

export function createParser(format: LogFormatName, options: ParserOptions): LogParser {
  return LOG_FORMATS[format].create(options);
}

/**
 * A format may be chosen if it reads at least this share of the lines that the best format reads.
 */
const ENOUGH = 0.5;

/**
 * Returns the format of the first lines of a log, or undefined when no format reads any of them.
 */
export function recogniseFormat(lines: string[], now: number): LogFormatName | undefined {
  const found = LOG_FORMAT_NAMES.map((name) => {
    const parser = createParser(name, { now, host: '' });
    return { name, entries: lines.filter((line) => parser.parse(line).kind === 'entry').length };
  });
  const most = Math.max(...found.map(({ entries }) => entries));
  if (most === 0) return undefined;
  return found.find(({ entries }) => entries >= most * ENOUGH)?.name;
}
