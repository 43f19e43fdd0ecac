import {
  accountSchema,
  API_ERRORS,
  type ApiErrorCode,
  botEntrySchema,
  clientsSchema,
  createdKeySchema,
  keySchema,
  knownBotSchema,
  logEntrySchema,
  MAX_ENTRIES_PER_REQUEST,
  pageEntrySchema,
  referralEntrySchema,
  seriesPointSchema,
  trafficSummarySchema,
  websiteSchema,
} from '@app/contracts';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ACCOUNT_PATHS } from './account-paths.js';
import {
  COMMON_ERRORS,
  envelope,
  errors,
  type Json,
  jsonContent,
  listOf,
  RATE_LIMIT_HEADERS,
  ref,
  schemaOf,
  WEBSITE_PARAMETER,
} from './building-blocks.js';
import { EXAMPLE_BOTS, EXAMPLE_ENTRY } from './examples.js';
import {
  BOT_FILTERS,
  COMPARE,
  csvContent,
  FORMAT,
  INTERVAL,
  limit,
  PATH,
  PERIOD_PARAMETERS,
} from './parameters.js';
import { SECURITY_SCHEMES } from './security-schemes.js';

const VERSION = '1.0.0';
interface Report {
  id: string;
  summary: string;
  data: Json;
  /** What `data` may be. */
  example?: Json;
  parameters?: Json[];
  codes?: ApiErrorCode[];
}

function report({ id, summary, data, example, parameters = [], codes = [] }: Report): Json {
  return {
    get: {
      operationId: id,
      tags: ['Reports'],
      summary,
      security: [{ apiKey: [] }],
      parameters,
      responses: {
        200: {
          description: 'The report.',
          headers: RATE_LIMIT_HEADERS,
          content: {
            ...jsonContent(envelope(data), example && { success: true, data: example }),
            ...csvContent(parameters),
          },
        },
        ...errors([...codes, ...COMMON_ERRORS]),
      },
    },
  };
}

/** A report of one website. */
function websiteReport(id: string, summary: string, data: Json, ...extra: Json[]): Json {
  const parameters = [WEBSITE_PARAMETER, ...PERIOD_PARAMETERS, ...extra];
  return report({ id, summary, data, parameters, codes: ['VALIDATION_ERROR', 'NOT_FOUND'] });
}

const INGESTION: Json = {
  post: {
    operationId: 'sendLogs',
    tags: ['Ingestion'],
    summary: 'Send access log entries',
    description:
      'One entry or an array. The answer comes when the batch is durably queued; it is all or nothing.',
    security: [{ botTrackingKey: [] }],
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description: 'A request with the same key and body within 24 hours is stored once.',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
      {
        name: 'Content-Encoding',
        in: 'header',
        required: false,
        schema: { type: 'string', enum: ['gzip', 'identity'] },
      },
    ],
    requestBody: {
      required: true,
      content: jsonContent(
        {
          oneOf: [
            ref('LogEntry'),
            { type: 'array', maxItems: MAX_ENTRIES_PER_REQUEST, items: ref('LogEntry') },
          ],
        },
        [EXAMPLE_ENTRY],
      ),
    },
    responses: {
      200: {
        description: 'Every entry is durably queued.',
        headers: RATE_LIMIT_HEADERS,
        content: jsonContent(ref('LogsReceived'), {
          success: true,
          processed: 1,
          message: 'Logs received',
        }),
      },
      ...errors([
        'INVALID_JSON',
        'VALIDATION_ERROR',
        'REQUEST_TIMEOUT',
        'IDEMPOTENCY_CONFLICT',
        'PAYLOAD_TOO_LARGE',
        'UNSUPPORTED_MEDIA_TYPE',
        'IDEMPOTENCY_KEY_REUSED',
        ...COMMON_ERRORS,
      ]),
    },
  },
};

function operational(id: string, summary: string, contentType: string, mayFail = false): Json {
  return {
    get: {
      operationId: id,
      tags: ['Operations'],
      summary,
      security: [],
      responses: {
        200: { description: 'OK', content: { [contentType]: { schema: {} } } },
        ...(mayFail ? errors(['SERVICE_UNAVAILABLE']) : {}),
      },
    },
  };
}

const SCHEMAS: Json = {
  Website: schemaOf(websiteSchema),
  Key: schemaOf(keySchema),
  CreatedKey: schemaOf(createdKeySchema),
  Account: schemaOf(accountSchema),
  TrafficSummary: schemaOf(trafficSummarySchema),
  BotEntry: schemaOf(botEntrySchema),
  KnownBot: schemaOf(knownBotSchema),
  PageEntry: schemaOf(pageEntrySchema),
  ReferralEntry: schemaOf(referralEntrySchema),
  Clients: schemaOf(clientsSchema),
  SeriesPoint: schemaOf(seriesPointSchema),
  LogEntry: { ...schemaOf(logEntrySchema, 'input'), example: EXAMPLE_ENTRY },
  LogsReceived: {
    type: 'object',
    required: ['success', 'processed', 'message'],
    properties: {
      success: { type: 'boolean', enum: [true] },
      processed: { type: 'integer', minimum: 0 },
      message: { type: 'string' },
    },
  },
  Error: {
    type: 'object',
    required: ['success', 'error'],
    properties: {
      success: { type: 'boolean', enum: [false] },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: Object.keys(API_ERRORS) },
          message: { type: 'string' },
        },
      },
    },
  },
};

const website = '/api/v1/websites/{id}';

/** What the service offers, in OpenAPI 3.0; a test compares it with the routes and their answers. */
export const OPENAPI_DOCUMENT = {
  openapi: '3.0.3',
  info: {
    title: 'Botgauge',
    version: VERSION,
    description: 'Who visits my websites: people, bots, or AI bots?',
  },
  tags: [{ name: 'Reports' }, { name: 'Ingestion' }, { name: 'Account' }, { name: 'Operations' }],
  paths: {
    ...ACCOUNT_PATHS,
    '/api/v1/bots': report({
      id: 'listKnownBots',
      summary: 'Bots that visits are classified as',
      data: listOf('bots', 'KnownBot'),
      example: EXAMPLE_BOTS,
      parameters: [FORMAT],
      codes: ['VALIDATION_ERROR'],
    }),
    [`${website}/summary`]: websiteReport(
      'getSummary',
      'Traffic summary',
      ref('TrafficSummary'),
      COMPARE,
    ),
    [`${website}/bots`]: websiteReport(
      'listBots',
      'Visits by bot',
      listOf('bots', 'BotEntry'),
      ...BOT_FILTERS,
      PATH,
      limit('bots'),
      FORMAT,
    ),
    [`${website}/pages`]: websiteReport(
      'listPages',
      'Top pages',
      listOf('pages', 'PageEntry'),
      ...BOT_FILTERS,
      PATH,
      limit('pages', 10),
      FORMAT,
    ),
    [`${website}/timeseries`]: websiteReport(
      'getTimeSeries',
      'Time series',
      listOf('series', 'SeriesPoint'),
      ...BOT_FILTERS,
      INTERVAL,
      FORMAT,
    ),
    [`${website}/referrals`]: websiteReport(
      'listReferrals',
      'People sent by AI assistants',
      listOf('referrals', 'ReferralEntry'),
      FORMAT,
    ),
    [`${website}/clients`]: websiteReport(
      'listClients',
      'People by browser, operating system and device',
      ref('Clients'),
      FORMAT,
    ),
    '/api/v1/logs/custom': INGESTION,
    '/healthz': operational('isAlive', 'The process lives', 'application/json'),
    '/readyz': operational('isReady', 'It can accept and serve', 'application/json', true),
    '/metrics': operational('readMetrics', 'Prometheus metrics', 'text/plain'),
  },
  components: {
    securitySchemes: SECURITY_SCHEMES,
    schemas: SCHEMAS,
  },
} as unknown as OpenAPIObject;
