import { z } from 'zod';
import { VERIFICATIONS } from '../verification.js';
import {
  keepText,
  sanitiseAddress,
  sanitiseAgent,
  sanitiseAsn,
  sanitiseCountry,
  sanitiseFetchMode,
  sanitiseHost,
  sanitiseMethod,
  sanitisePathname,
  sanitiseProtocol,
  sanitisePurpose,
  type Sanitiser,
  sanitiseReferer,
  sanitiseSignatureAgent,
} from './sanitisers.js';

/** What is told of a field. */
interface VisitField {
  /** What a sender may send; undefined for what is found out about a visit here. */
  sent?: z.ZodType;
  /** How a sent value is read: `integer_or_text` becomes a text; `count` and `object` are checked. */
  read?: 'time' | 'integer' | 'address' | 'text' | 'integer_or_text' | 'count' | 'object';
  /** The highest integer; the lowest is 0. */
  most?: number;
  /** What is made of a sent text. Values that cannot be used never refuse an entry. */
  sanitise?: Sanitiser;
  /** The formats of logs that have it, where not all do. */
  logged?: readonly string[];
  /** The header of the request that it is, in lower case: formats of logs find it by its name. */
  header?: string;
  /**
   * Where it lives. `row`: in the row of the visit. `pages`, `clients`, `referers`: in that
   * dictionary of the website, which the row has a number of. `evidence`: it reaches the worker, which
   * judges by it, and is stored in no visit. `api`: it decides something in the API. `nowhere`: it is
   * checked and dropped. `bots`: it follows from the bot of the visit.
   */
  lives: 'row' | Dictionary | 'evidence' | 'api' | 'nowhere' | 'bots';
  /** Its column in the dictionary, if that has another name. */
  column?: string;
  /** The most bytes of a text in a row. */
  mostBytes?: number;
  /** How the list of visits shows it; undefined for what it does not show. */
  shown?: z.ZodType;
  /** What the list of visits has for GPTBot in the documentation. */
  example?: string | number | null;
}

/** What repeats in the visits of a website. */
export type Dictionary = 'pages' | 'clients' | 'referers';

const TEXT = 'must be a string';
/** A client has null for what its visitor did not send, so null means the same as an empty text. */
const textOrNull = z
  .string(TEXT)
  .nullable()
  .transform((value) => value ?? '');
const optionalText = z
  .string(TEXT)
  .nullish()
  .transform((value) => value ?? undefined);
/** Null and an empty text: the visitor did not send the header. Missing: the log does not say. */
const optionalHeader = z
  .string(TEXT)
  .nullish()
  .transform((value) => (value === null ? '' : value));
const COUNT = 'must be a number of at least 0';
const optionalCount = z.number(COUNT).min(0, COUNT).nullish();
const MOST_STATUS = 999;
const STATUS = `must be an integer from 0 to ${MOST_STATUS}`;
const MOST_ASN = 2 ** 32 - 1;
const ASN = `must be an integer from 0 to ${MOST_ASN}, or a string such as AS64500`;

/** Formats in which headers of requests can be logged, whatever their names are. */
const WITH_HEADERS = formats(
  'caddy cloudflare cloudfront-realtime docker fastly firehose gateway haproxy json json-fields otlp-record pino-http traefik w3c',
);

function formats(names: string): readonly string[] {
  return names.split(' ');
}

const shownOrNull = (what: string) => z.string().nullable().describe(what);

/**
 * What a visit is: its fields, in the order in which lists of visits show them. What is told of a
 * field here is told nowhere else. From this table come the schema of log entries and the readers of
 * bodies, the payload of jobs, the rows and dictionaries of the database with the statements that
 * read and write them, and the list of visits. CONTRIBUTING says how a field is added.
 */
export const VISIT_FIELDS = {
  timestamp: {
    sent: z.union(
      [z.string(), z.number()],
      'must be an ISO 8601 string or a number of milliseconds',
    ),
    read: 'time',
    lives: 'row',
    shown: z.iso.datetime().describe('when the visit was, ISO 8601, UTC, with milliseconds'),
    example: '2026-11-20T13:04:11.250Z',
  },
  method: {
    sent: z.string(TEXT),
    read: 'text',
    sanitise: sanitiseMethod,
    lives: 'clients',
    shown: z.string().describe('method of the request'),
    example: 'GET',
  },
  host: {
    sent: textOrNull,
    read: 'text',
    sanitise: sanitiseHost,
    lives: 'clients',
    shown: z.string().describe('host that was asked; empty when the log did not name one'),
    example: 'shop.example',
  },
  path: {
    sent: z.string(TEXT),
    read: 'text',
    sanitise: sanitisePathname,
    lives: 'pages',
    shown: z.string().describe('path of the request, without its query'),
    example: '/pricing',
  },
  status_code: {
    sent: z.int(STATUS).min(0, STATUS).max(MOST_STATUS, STATUS),
    read: 'integer',
    most: MOST_STATUS,
    lives: 'row',
    shown: z.int().min(0).max(MOST_STATUS).describe('status of the answer'),
    example: 200,
  },
  ip: {
    sent: textOrNull.describe(
      'address of the visitor; of a list, as proxies forward it, the first public one counts',
    ),
    read: 'address',
    sanitise: sanitiseAddress,
    lives: 'row',
    shown: shownOrNull(
      'address of the visitor as it is stored, which IP_STORAGE decides; null without',
    ),
    example: '20.171.206.0',
  },
  user_agent: {
    sent: textOrNull,
    read: 'text',
    sanitise: sanitiseAgent,
    lives: 'clients',
    shown: z.string().describe('user agent of the visitor'),
    example: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  },
  referer: {
    sent: optionalText,
    read: 'text',
    sanitise: sanitiseReferer,
    logged: formats(
      'akamai azure-front-door bunny caddy cloudflare cloudfront cloudfront-json cloudfront-realtime combined common docker fastly firehose gateway google-lb haproxy json json-fields logfmt netlify nginx-proxy-manager otlp-record pino-http s3 traefik vercel w3c',
    ),
    lives: 'referers',
    shown: shownOrNull('page that led to the visit, without its query'),
    example: null,
  },
  country: {
    sent: optionalText.describe(
      'country of the visitor, as the sender knows it: two letters of ISO 3166-1, such as `DE`; other texts count as unknown',
    ),
    read: 'text',
    sanitise: sanitiseCountry,
    logged: formats(
      'akamai bunny cloudflare cloudfront cloudfront-json cloudfront-realtime docker fastly firehose json json-fields netlify otlp-record',
    ),
    lives: 'row',
    mostBytes: 2,
    shown: shownOrNull(
      'country of the visitor as its sender knows it, two letters of ISO 3166-1; null when it is not known',
    ),
    example: 'US',
  },
  query_params: {
    sent: z.record(z.string(), z.unknown(), 'must be an object').nullish(),
    read: 'object',
    lives: 'nowhere',
  },
  content_type: {
    sent: optionalText,
    read: 'text',
    sanitise: keepText,
    logged: formats(
      'akamai caddy cloudflare cloudfront cloudfront-json cloudfront-realtime docker fastly firehose gateway json json-fields netlify otlp-record pino-http squid traefik',
    ),
    lives: 'api',
  },
  signature_agent: {
    sent: optionalText.describe(
      'the header `Signature-Agent` as it was sent; it names agents that have the user agent of a plain browser',
    ),
    read: 'text',
    sanitise: sanitiseSignatureAgent,
    header: 'signature-agent',
    logged: WITH_HEADERS,
    lives: 'evidence',
  },
  asn: {
    sent: z
      .union([z.int().min(0, ASN).max(MOST_ASN, ASN), z.string()], ASN)
      .nullish()
      .transform((value) => value?.toString())
      .describe(
        'number of the network of the visitor (ASN), such as `64500` or `AS64500`; 0 stands for an unknown one',
      ),
    read: 'integer_or_text',
    most: MOST_ASN,
    sanitise: sanitiseAsn,
    logged: formats(
      'akamai cloudflare cloudfront cloudfront-json cloudfront-realtime docker fastly firehose json json-fields otlp-record',
    ),
    lives: 'evidence',
  },
  protocol: {
    sent: optionalText.describe(
      'version of HTTP between the visitor and the server that logs, such as `HTTP/1.1` or `HTTP/2`',
    ),
    read: 'text',
    sanitise: sanitiseProtocol,
    logged: formats(
      'alb azure-front-door caddy cloudflare cloudfront cloudfront-json cloudfront-realtime combined common docker envoy fastly firehose google-lb haproxy json json-fields logfmt otlp-record s3 traefik w3c',
    ),
    lives: 'evidence',
  },
  sec_fetch_mode: {
    sent: optionalHeader.describe(
      'the header `Sec-Fetch-Mode` as it was sent; empty or null when the visitor sent none, missing when the log does not say',
    ),
    read: 'text',
    sanitise: sanitiseFetchMode,
    header: 'sec-fetch-mode',
    logged: WITH_HEADERS,
    lives: 'evidence',
  },
  sec_purpose: {
    sent: optionalText.describe(
      'the header `Sec-Purpose` as it was sent; `prefetch` when nobody has looked at the page yet',
    ),
    read: 'text',
    sanitise: sanitisePurpose,
    header: 'sec-purpose',
    logged: WITH_HEADERS,
    lives: 'evidence',
  },
  bytes_sent: { sent: optionalCount, read: 'count', lives: 'nowhere' },
  duration_ms: { sent: optionalCount, read: 'count', lives: 'nowhere' },
  bot: {
    lives: 'bots',
    shown: shownOrNull('name of the bot, as the report of bots has it; null for people'),
    example: 'GPTBot',
  },
  provider: {
    lives: 'bots',
    shown: shownOrNull('operator of the bot; null for people'),
    example: 'OpenAI',
  },
  category: {
    lives: 'bots',
    shown: shownOrNull('what the bot is for, e.g. `ai_search`; null for people'),
    example: 'ai_training',
  },
  verification: {
    lives: 'row',
    shown: z
      .enum(VERIFICATIONS)
      .nullable()
      .describe('what is known about the address of the bot; null for people'),
    example: 'verified',
  },
  browser: { lives: 'clients', shown: shownOrNull('browser of a person'), example: null },
  os: { lives: 'clients', shown: shownOrNull('operating system of a person'), example: null },
  device: { lives: 'clients', shown: shownOrNull('kind of device of a person'), example: null },
  referral_source: {
    lives: 'referers',
    column: 'source',
    shown: shownOrNull('AI assistant that sent a person'),
    example: null,
  },
} as const satisfies Record<string, VisitField>;
