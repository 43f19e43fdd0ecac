import {
  accountSchema,
  alertSchema,
  API_ERRORS,
  type ApiErrorCode,
  clientsSchema,
  COMPARABLE_ROWS,
  createdKeySchema,
  createdShareSchema,
  eventSchema,
  keySchema,
  knownBotSchema,
  landingEntrySchema,
  listedSessionSchema,
  logEntrySchema,
  providerEntrySchema,
  seriesGroupSchema,
  seriesPointSchema,
  shareSchema,
  trafficSummarySchema,
  visitEntrySchema,
  websiteSchema,
  websiteSummarySchema,
} from '@app/contracts';
import { z } from 'zod';
import { toCsv } from '../http/answer.js';
import { ApiError } from '../http/api-error.js';
import { writeError } from '../http/error-form.js';
import { MEDIA_TYPES } from '../http/formats.js';
import type { JsonBody, RouteAnswer, RouteDeclaration } from '../http/route.js';
import { HEADERS, headersOf } from './headers.js';
import { Schemas } from './schemas.js';
import { securityOf, securitySchemesOf } from './security.js';

type Json = Record<string, unknown>;

const errorSchema = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.enum(Object.keys(API_ERRORS) as [ApiErrorCode, ...ApiErrorCode[]]),
    message: z.string().describe('for people; it may change'),
  }),
});

/**
 * Schemas that have a name in the document, so that generated clients have types with these names.
 */
const NAMED = {
  Account: accountSchema,
  Alert: alertSchema,
  BotEntry: COMPARABLE_ROWS.bots,
  Clients: clientsSchema,
  CreatedKey: createdKeySchema,
  CreatedShare: createdShareSchema,
  Error: errorSchema,
  Event: eventSchema,
  Key: keySchema,
  KnownBot: knownBotSchema,
  ListedSession: listedSessionSchema,
  LandingEntry: landingEntrySchema,
  LogEntry: logEntrySchema,
  PageEntry: COMPARABLE_ROWS.pages,
  ProviderEntry: providerEntrySchema,
  ReferralEntry: COMPARABLE_ROWS.referrals,
  SeriesGroup: seriesGroupSchema,
  SeriesPoint: seriesPointSchema,
  Share: shareSchema,
  TrafficSummary: trafficSummarySchema,
  VisitEntry: visitEntrySchema,
  Website: websiteSchema,
  WebsiteSummary: websiteSummarySchema,
};

const TAGS: Record<RouteDeclaration['tag'], string> = {
  Reports: 'Who visited a website.',
  Ingestion: 'Sending access logs.',
  Account: 'Websites, keys and usage of the account.',
  Alerts: 'What the service tells by itself.',
  Sessions: 'Browsers that are signed in. Programs need none: they send an API Key.',
  Operations: 'For those who run the service. These routes need no key.',
};

const PATH_PARAMETERS = {
  website: ['Identifier of a website of your account, `ws_…`.', 'ws_0Hx3Ws2rVbYk8mTq4ZpLd'],
  key: [
    'Identifier of a key of your account, `key_…`. It is not the value of the key.',
    'key_0Tq8mWs4ZpLd2rVbYkHx3',
  ],
  'shared link': [
    'Identifier of a shared link of your account, `sh_…`.',
    'sh_0Wq9tLs5BzNk3hRyXvDf7',
  ],
  alert: ['Identifier of an alert of your account, `al_…`.', 'al_0Nc4vRw8TzKp2hYsXqLm6'],
  webhook: ['Identifier of a webhook of your account, `wh_…`.', 'wh_0Jc5nVw2kRt8yBq4mXsGh'],
  delivery: [
    'Identifier of a delivery to a webhook of your account, `dl_…`.',
    'dl_5f3c9e0b7a1d4c62b8e90f1a2b3c4d5e',
  ],
  session: ['Identifier of a session of your account, `ses_…`.', 'ses_0Yr5kVn1BgTj7sQwXzCd4'],
} as const;

const SHARED = 'Readers of a shared link may ask for it, on the days of the link.';

const EXAMPLE_TIME = Date.UTC(2026, 10, 20, 12);

const KEY_ERRORS: ApiErrorCode[] = ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED'];
/** Where a cookie may stand in place of a key. */
const COOKIE_ERRORS: ApiErrorCode[] = ['MISDIRECTED_REQUEST'];
const BODY_ERRORS: ApiErrorCode[] = [
  'INVALID_JSON',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

export interface DocumentOptions {
  version: string;
  /** The address at which clients reach the API. */
  url: string;
}

/** Describes these routes as an OpenAPI 3.0 document. */
export function openApiDocument(routes: readonly RouteDeclaration[], options: DocumentOptions) {
  const schemas = new Schemas(NAMED);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = describeRoute(route, schemas);
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Botgauge',
      version: options.version,
      description: 'Who visits my websites: people, bots, or AI bots?',
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: options.url }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: securitySchemesOf(routes, options.url),
      headers: HEADERS,
      schemas: schemas.components,
    },
  };
}

function describeRoute(route: RouteDeclaration, schemas: Schemas): Json {
  const { id, tag, summary, body } = route;
  const description = descriptionOf(route);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security: securityOf(route),
    parameters: parametersOf(route, schemas),
    ...(body ? { requestBody: describeBody(body, schemas) } : {}),
    responses: {
      [route.answer.status ?? 200]: describeAnswer(route, schemas),
      ...describeUnchanged(route),
      ...describeOthers(route, schemas),
      ...describeErrors(route, schemas),
    },
  };
}

function descriptionOf({ description, access, share }: RouteDeclaration): string | undefined {
  if (access !== 'api' || !share) return description;
  return [description, SHARED].filter((text) => text !== undefined).join(' ');
}

function parametersOf({ names, query = {}, headers = {} }: RouteDeclaration, schemas: Schemas) {
  const inPath = names
    ? [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: PATH_PARAMETERS[names][0],
          schema: { type: 'string' },
          example: PATH_PARAMETERS[names][1],
        },
      ]
    : [];
  return [
    ...inPath,
    ...Object.entries(query).map(([name, schema]) => parameter('query', name, schema, schemas)),
    ...Object.entries(headers).map(([name, schema]) => parameter('header', name, schema, schemas)),
  ];
}

function parameter(place: string, name: string, schema: z.ZodType, schemas: Schemas): Json {
  const { description, ...json } = schemas.convert(schema, 'parameter');
  const required = !schema.safeParse(undefined).success;
  // A list is one text with commas, because a repeated parameter is refused.
  const asOneText = json.type === 'array' ? { style: 'form', explode: false } : {};
  return { name, in: place, required, description, ...asOneText, schema: json };
}

function describeBody(body: JsonBody, schemas: Schemas): Json {
  const { contentType = 'application/json', others = {}, optional } = body;
  const content = Object.entries({ [contentType]: body, ...others }).map(
    ([type, { schema, example }]) => [type, { schema: schemas.convert(schema, 'body'), example }],
  );
  return { required: !optional, content: Object.fromEntries(content) as Json };
}

function describeAnswer(route: RouteDeclaration, schemas: Schemas): Json {
  const { answer } = route;
  const content = { schema: schemas.convert(bodyOf(answer), 'answer'), ...exampleOf(answer) };
  return {
    description: answer.description,
    headers: headersOf(route, 200, []),
    content: { [answer.contentType ?? MEDIA_TYPES.json]: content, ...asText(route) },
  };
}

/** Describes the same answer in the formats that are texts for a client. */
function asText({ answer }: RouteDeclaration): Record<string, Json> {
  const { csv, ndjson, example } = answer;
  if (!csv) return {};
  const schema = { type: 'string' };
  const rows = csv.rows(example as never);
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return {
    [MEDIA_TYPES.csv]: { schema, example: toCsv({ columns: csv.columns, rows }) },
    ...(ndjson && { [MEDIA_TYPES.ndjson]: { schema, example: lines } }),
  };
}

function describeOthers(route: RouteDeclaration, schemas: Schemas): Record<string, Json> {
  const described = Object.entries(route.otherAnswers ?? {}).map(
    ([status, { description, body }]) => [
      status,
      {
        description,
        headers: headersOf(route, Number(status), []),
        ...(body && {
          content: { [MEDIA_TYPES.json]: { schema: schemas.convert(body, 'answer') } },
        }),
      },
    ],
  );
  return Object.fromEntries(described) as Record<string, Json>;
}

/** Reports and lists of an account have an ETag. */
function describeUnchanged(route: RouteDeclaration): Json {
  if (route.method !== 'GET' || route.access !== 'api') return {};
  const description = 'The answer has not changed since the one whose ETag is in `If-None-Match`.';
  return { 304: { description, headers: headersOf(route, 304, []) } };
}

function bodyOf({ data, body }: RouteAnswer): z.ZodType {
  if (body) return body;
  return z.object({ success: z.literal(true), data: data ?? z.unknown() });
}

function exampleOf({ data, example }: RouteAnswer): Json {
  if (example === undefined) return {};
  return { example: data ? { success: true, data: example } : example };
}

/**
 * Describes errors by status. Several codes may have the same status, each with its own example.
 */
function describeErrors(route: RouteDeclaration, schemas: Schemas): Record<string, Json> {
  const schema = schemas.convert(route.errors?.schema ?? errorSchema, 'answer');
  const codes = codesOf(route);
  const statuses = new Set(codes.map((code) => API_ERRORS[code].status));
  const responses: Record<string, Json> = {};
  for (const status of statuses) {
    const here = codes.filter((code) => API_ERRORS[code].status === status);
    const examples = here.map((code) => [code, { value: exampleOfError(code, route) }]);
    const other = route.otherAnswers?.[status];
    const texts = here.map((code) => `\`${code}\`: ${API_ERRORS[code].when}.`);
    const forms = other?.body && [schema, schemas.convert(other.body, 'answer')];
    responses[status] = {
      description: [...texts, ...(other ? [other.description] : [])].join(' '),
      headers: headersOf(route, status, here),
      content: {
        [MEDIA_TYPES.json]: {
          schema: forms ? { anyOf: forms } : schema,
          examples: Object.fromEntries(examples) as Json,
        },
      },
    };
  }
  return responses;
}

function exampleOfError(code: ApiErrorCode, route: RouteDeclaration): unknown {
  const error = new ApiError(code, messageOf(code, route));
  const { body } = writeError(route.errors, error, { headers: {}, now: EXAMPLE_TIME });
  return JSON.parse(body.toString());
}

/** Returns a message that this route can really answer with this error. */
function messageOf(code: ApiErrorCode, { method, query = {}, names, body }: RouteDeclaration) {
  if (code === 'NOT_FOUND' && names) return `There is no such ${names} in this account`;
  if (code === 'VALIDATION_ERROR' && method === 'GET')
    return `this route takes no sort; it takes ${Object.keys(query).join(', ') || 'no parameters'}`;
  if (code === 'VALIDATION_ERROR' && !body?.unread) return '"color" is not a field of this body';
  if (code === 'INVALID_JSON' && !body?.unread)
    return 'The body is not valid JSON; send a JSON object';
  return API_ERRORS[code].example;
}

function codesOf(route: RouteDeclaration) {
  const { access, method, names, headers, body, keysOnly, codes = [] } = route;
  if (access === 'public') return codes;
  const isForAll = access === 'session';
  const isChecked = method === 'GET' || headers !== undefined || body !== undefined;
  return [
    ...(isChecked ? (['VALIDATION_ERROR'] as const) : []),
    ...(body ? BODY_ERRORS : []),
    ...(names ? (['NOT_FOUND', 'URI_TOO_LONG'] as const) : []),
    ...(isForAll ? [] : KEY_ERRORS),
    ...(access === 'bot' || keysOnly ? [] : COOKIE_ERRORS),
    ...codes,
    ...(['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const),
  ];
}
