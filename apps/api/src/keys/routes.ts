import {
  apiKeyInputSchema,
  createdKeySchema,
  type Key,
  keySchema,
  rotationInputSchema,
  signingSecretInputSchema,
  trackingKeyInputSchema,
} from '@app/contracts';
import { pageOf } from '../http/answer.js';
import { PAGE_PARAMETERS } from '../http/page.js';
import { route } from '../http/route.js';

const API_KEY: Key = {
  id: 'key_0Tq8mWs4ZpLd2rVbYkHx3',
  kind: 'api',
  name: 'dashboard',
  scope: 'read',
  website_id: null,
  last4: '0000',
  created_at: '2026-11-01T08:00:00.000Z',
  last_used_at: '2026-11-20T11:59:00.000Z',
  expires_at: '2099-12-31T00:00:00.000Z',
  revoked_at: null,
  replaced_by: null,
  has_signing_secret: false,
};
const TRACKING_KEY: Key = {
  ...API_KEY,
  kind: 'bot',
  name: 'CDN, production',
  scope: null,
  website_id: 'ws_0Hx3Ws2rVbYk8mTq4ZpLd',
  expires_at: null,
};
/** Looks like the value of a key. Its checksum is wrong, so that it opens nothing. */
const valueOf = (kind: Key['kind']) => `${kind}_EXAMPLExEXAMPLExEXAMPLExEXAMPLExEXAMPLExEXA_000000`;
const created = (key: Key) => ({ ...key, last_used_at: null, key: valueOf(key.kind) });

const keys = { tag: 'Account', access: 'api', path: '/api/v1/keys' } as const;
const trackingKeys = {
  tag: 'Account',
  access: 'api',
  path: '/api/v1/websites/:id/keys',
  names: 'website',
} as const;

const signingSecret = {
  ...keys,
  path: '/api/v1/keys/:id/signing-secret',
  names: 'key',
} as const;
const signed = (has_signing_secret: boolean) => ({
  description: 'The key. The secret is in no answer.',
  data: keySchema,
  example: { ...TRACKING_KEY, has_signing_secret },
});

const page = pageOf('keys', keySchema);

export const LIST = route({
  ...keys,
  id: 'listApiKeys',
  method: 'GET',
  summary: 'API Keys of the account',
  description: 'The oldest key first, also keys that have ended. Values are never listed.',
  query: PAGE_PARAMETERS,
  answer: {
    description: 'The keys.',
    ...page,
    example: { keys: [API_KEY], next_cursor: null },
  },
});

export const CREATE = route({
  ...keys,
  id: 'createApiKey',
  method: 'POST',
  summary: 'Make an API Key',
  description:
    'The value is in this answer and never shown again. A key that ends makes no API Key that ends later.',
  body: {
    schema: apiKeyInputSchema,
    example: { name: 'dashboard', scope: 'read', expires_at: '2099-12-31T00:00:00Z' },
  },
  answer: {
    status: 201,
    description: 'The key with its value.',
    data: createdKeySchema,
    example: created(API_KEY),
  },
  codes: ['CONFLICT'],
});

export const ROTATE = route({
  ...keys,
  path: '/api/v1/keys/:id/rotate',
  names: 'key',
  id: 'rotateKey',
  method: 'POST',
  summary: 'Replace a key by a new one',
  description:
    'Makes a key with the same kind, name, scope, website and end. The old one goes on for the overlap, then ends by itself.',
  body: { schema: rotationInputSchema, example: { overlap_seconds: 3600 }, optional: true },
  answer: {
    status: 201,
    description: 'The new key with its value.',
    data: createdKeySchema,
    example: created(API_KEY),
  },
  codes: ['CONFLICT'],
});

export const REVOKE = route({
  ...keys,
  path: '/api/v1/keys/:id',
  names: 'key',
  id: 'revokeKey',
  method: 'DELETE',
  summary: 'End a key',
  description:
    'It stops within 10 seconds everywhere. Once more changes nothing. The last API Key that can manage the account stays.',
  answer: {
    description: 'The key.',
    data: keySchema,
    example: { ...API_KEY, revoked_at: '2026-11-20T12:00:00.000Z' },
  },
  codes: ['CONFLICT'],
});

export const SET_SIGNING_SECRET = route({
  ...signingSecret,
  id: 'setSigningSecret',
  method: 'PUT',
  summary: 'Set the secret with which the sender of a Bot Tracking Key signs',
  description:
    'It replaces an older one, and the successors of the key use it too. It is stored encrypted and never shown. It is deleted when none of these keys works any more.',
  body: { schema: signingSecretInputSchema, example: { secret: 'EXAMPLE-signing-secret' } },
  answer: signed(true),
  codes: ['CONFLICT', 'NOT_CONFIGURED'],
});

export const REMOVE_SIGNING_SECRET = route({
  ...signingSecret,
  id: 'removeSigningSecret',
  method: 'DELETE',
  summary: 'Remove the signing secret of a Bot Tracking Key',
  description: 'Once more changes nothing.',
  answer: signed(false),
});

export const LIST_TRACKING = route({
  ...trackingKeys,
  id: 'listBotTrackingKeys',
  method: 'GET',
  summary: 'Bot Tracking Keys of a website',
  description: 'The oldest key first, also keys that have ended. Values are never listed.',
  query: PAGE_PARAMETERS,
  answer: {
    description: 'The keys.',
    ...page,
    example: { keys: [TRACKING_KEY], next_cursor: null },
  },
});

export const CREATE_TRACKING = route({
  ...trackingKeys,
  id: 'createBotTrackingKey',
  method: 'POST',
  summary: 'Make a Bot Tracking Key for a website',
  description: 'The value is in this answer and never shown again.',
  body: { schema: trackingKeyInputSchema, example: { name: 'CDN, production' }, optional: true },
  answer: {
    status: 201,
    description: 'The key with its value.',
    data: createdKeySchema,
    example: created(TRACKING_KEY),
  },
  codes: ['CONFLICT'],
});
