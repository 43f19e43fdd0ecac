import {
  type ApiErrorCode,
  apiKeyInputSchema,
  rotationInputSchema,
  trackingKeyInputSchema,
  websiteInputSchema,
} from '@app/contracts';
import {
  ACCOUNT_EXAMPLE,
  API_KEY_EXAMPLE,
  KEY_ID,
  TRACKING_KEY_EXAMPLE,
  VALUES,
  WEBSITE_EXAMPLE,
} from './account-examples.js';
import {
  COMMON_ERRORS,
  envelope,
  errors,
  type Json,
  jsonContent,
  listOf,
  NEXT_PAGE_HEADER,
  query,
  RATE_LIMIT_HEADERS,
  ref,
  schemaOf,
  WEBSITE_PARAMETER,
} from './building-blocks.js';
import { csvContent, FORMAT } from './parameters.js';

const BODY_ERRORS: ApiErrorCode[] = [
  'INVALID_JSON',
  'VALIDATION_ERROR',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

const KEY_PARAMETER = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of a key of your account, `key_…`; never its value.',
  schema: { type: 'string' },
  example: KEY_ID,
};

const LIST_PARAMETERS = [
  query('limit', 'Maximum number of items.', {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: 100,
  }),
  query('cursor', '`next_cursor` of the answer before.', { type: 'string' }),
  FORMAT,
];

interface Operation {
  id: string;
  summary: string;
  description?: string;
  parameters?: Json[];
  /** Schema of the body and an example that is accepted. */
  body?: { schema: Json; example: unknown; optional?: boolean };
  answer: { status?: 200 | 201; description: string; data: Json; example: unknown };
  codes?: ApiErrorCode[];
}

function operation(order: Operation): Json {
  const { id, summary, description, parameters = [], body, answer, codes } = order;
  const { status = 200 } = answer;
  return {
    operationId: id,
    tags: ['Account'],
    summary,
    ...(description ? { description } : {}),
    security: [{ apiKey: [] }],
    parameters,
    ...(body
      ? {
          requestBody: {
            required: !body.optional,
            content: jsonContent(body.schema, body.example),
          },
        }
      : {}),
    responses: {
      [status]: {
        description: answer.description,
        headers: {
          ...RATE_LIMIT_HEADERS,
          ...(parameters.includes(FORMAT) ? NEXT_PAGE_HEADER : {}),
        },
        content: {
          ...jsonContent(envelope(answer.data), { success: true, data: answer.example }),
          ...csvContent(parameters),
        },
      },
      ...errors([...(codes ?? []), ...(body ? BODY_ERRORS : []), ...COMMON_ERRORS]),
    },
  };
}

const CURSOR: Json = {
  type: 'string',
  nullable: true,
  description: 'Give it as `cursor` to read on; null: there is no more.',
};

/** A list whose cursor is there always, or only when a page was asked for. */
function pageOf(property: string, schema: string, always: boolean): Json {
  const list = listOf(property, schema);
  return {
    ...list,
    required: always ? [property, 'next_cursor'] : [property],
    properties: { ...(list.properties as Json), next_cursor: CURSOR },
  };
}

const INPUT = {
  website: schemaOf(websiteInputSchema, 'input'),
  apiKey: schemaOf(apiKeyInputSchema, 'input'),
  trackingKey: schemaOf(trackingKeyInputSchema, 'input'),
  rotation: schemaOf(rotationInputSchema, 'input'),
};

const website = {
  list: operation({
    id: 'listWebsites',
    summary: 'Websites of the account',
    description: 'All of them, oldest first; with `limit` or `cursor` a page, and `next_cursor`.',
    parameters: LIST_PARAMETERS,
    answer: {
      description: 'The websites.',
      data: pageOf('websites', 'Website', false),
      example: { websites: [WEBSITE_EXAMPLE] },
    },
    codes: ['VALIDATION_ERROR'],
  }),
  create: operation({
    id: 'createWebsite',
    summary: 'Add a website',
    description:
      'Entries count for the website with the domain of their `host` or its longest parent domain.',
    body: { schema: INPUT.website, example: { domain: 'shop.example' } },
    answer: {
      status: 201,
      description: 'The website.',
      data: ref('Website'),
      example: WEBSITE_EXAMPLE,
    },
    codes: ['CONFLICT'],
  }),
  show: operation({
    id: 'getWebsite',
    summary: 'One website',
    parameters: [WEBSITE_PARAMETER],
    answer: { description: 'The website.', data: ref('Website'), example: WEBSITE_EXAMPLE },
    codes: ['NOT_FOUND'],
  }),
  update: operation({
    id: 'updateWebsite',
    summary: 'Change the domain of a website',
    description: 'Visits that were counted stay with the website.',
    parameters: [WEBSITE_PARAMETER],
    body: { schema: INPUT.website, example: { domain: 'www.shop.example' } },
    answer: {
      description: 'The website.',
      data: ref('Website'),
      example: { ...WEBSITE_EXAMPLE, domain: 'www.shop.example' },
    },
    codes: ['NOT_FOUND', 'CONFLICT'],
  }),
  delete: operation({
    id: 'deleteWebsite',
    summary: 'Delete a website',
    description:
      'It is gone at once and for ever: its keys end, entries that are still queued are dropped, its visits and counts are erased in the background.',
    parameters: [WEBSITE_PARAMETER],
    answer: {
      description: 'It is deleted.',
      data: {
        type: 'object',
        required: ['id', 'deleted'],
        properties: { id: { type: 'string' }, deleted: { type: 'boolean', enum: [true] } },
      },
      example: { id: WEBSITE_EXAMPLE.id, deleted: true },
    },
    codes: ['NOT_FOUND'],
  }),
};

const trackingKeys = {
  list: operation({
    id: 'listBotTrackingKeys',
    summary: 'Bot Tracking Keys of a website',
    description: 'Oldest first, those that have ended included; never with a value.',
    parameters: [WEBSITE_PARAMETER, ...LIST_PARAMETERS],
    answer: {
      description: 'The keys.',
      data: pageOf('keys', 'Key', true),
      example: { keys: [TRACKING_KEY_EXAMPLE], next_cursor: null },
    },
    codes: ['VALIDATION_ERROR', 'NOT_FOUND'],
  }),
  create: operation({
    id: 'createBotTrackingKey',
    summary: 'Make a Bot Tracking Key for a website',
    description: 'The value is in this answer and never shown again.',
    parameters: [WEBSITE_PARAMETER],
    body: { schema: INPUT.trackingKey, example: { name: 'CDN, production' }, optional: true },
    answer: {
      status: 201,
      description: 'The key with its value.',
      data: ref('CreatedKey'),
      example: { ...TRACKING_KEY_EXAMPLE, last_used_at: null, key: VALUES.bot },
    },
    codes: ['NOT_FOUND'],
  }),
};

const apiKeys = {
  list: operation({
    id: 'listApiKeys',
    summary: 'API Keys of the account',
    description: 'Oldest first, those that have ended included; never with a value.',
    parameters: LIST_PARAMETERS,
    answer: {
      description: 'The keys.',
      data: pageOf('keys', 'Key', true),
      example: { keys: [API_KEY_EXAMPLE], next_cursor: null },
    },
    codes: ['VALIDATION_ERROR'],
  }),
  create: operation({
    id: 'createApiKey',
    summary: 'Make an API Key',
    description:
      'The value is in this answer and never shown again. A key that ends makes no API Key that ends later.',
    body: {
      schema: INPUT.apiKey,
      example: { name: 'dashboard', scope: 'read', expires_at: '2099-12-31T00:00:00Z' },
    },
    answer: {
      status: 201,
      description: 'The key with its value.',
      data: ref('CreatedKey'),
      example: { ...API_KEY_EXAMPLE, last_used_at: null, key: VALUES.api },
    },
  }),
  rotate: operation({
    id: 'rotateKey',
    summary: 'Replace a key by a new one',
    description:
      'Makes a key with the same kind, name, scope, website and end. The old one goes on for the overlap, then ends by itself.',
    parameters: [KEY_PARAMETER],
    body: { schema: INPUT.rotation, example: { overlap_seconds: 3600 }, optional: true },
    answer: {
      status: 201,
      description: 'The new key with its value.',
      data: ref('CreatedKey'),
      example: { ...API_KEY_EXAMPLE, last_used_at: null, key: VALUES.api },
    },
    codes: ['NOT_FOUND', 'CONFLICT'],
  }),
  revoke: operation({
    id: 'revokeKey',
    summary: 'End a key',
    description:
      'It stops within 10 seconds everywhere. Once more changes nothing. The last API Key that can manage the account stays.',
    parameters: [KEY_PARAMETER],
    answer: {
      description: 'The key.',
      data: ref('Key'),
      example: { ...API_KEY_EXAMPLE, revoked_at: '2026-11-20T12:00:00.000Z' },
    },
    codes: ['NOT_FOUND', 'CONFLICT'],
  }),
};

const account = operation({
  id: 'getAccount',
  summary: 'Plan, limits and usage of the account',
  answer: { description: 'The account.', data: ref('Account'), example: ACCOUNT_EXAMPLE },
});

/** Everything that manages an account. */
export const ACCOUNT_PATHS: Json = {
  '/api/v1/account': { get: account },
  '/api/v1/websites': { get: website.list, post: website.create },
  '/api/v1/websites/{id}': { get: website.show, patch: website.update, delete: website.delete },
  '/api/v1/websites/{id}/keys': { get: trackingKeys.list, post: trackingKeys.create },
  '/api/v1/keys': { get: apiKeys.list, post: apiKeys.create },
  '/api/v1/keys/{id}/rotate': { post: apiKeys.rotate },
  '/api/v1/keys/{id}': { delete: apiKeys.revoke },
};
