import type { Account, Key, Website } from '@app/contracts';
import { WEBSITE_ID } from './building-blocks.js';

export const KEY_ID = 'key_0Tq8mWs4ZpLd2rVbYkHx3';

/** Shaped like the values of keys; their checksums are wrong, so that they open nothing. */
export const VALUES = {
  api: 'api_EXAMPLExEXAMPLExEXAMPLExEXAMPLExEXAMPLExEXA_000000',
  bot: 'bot_EXAMPLExEXAMPLExEXAMPLExEXAMPLExEXAMPLExEXA_000000',
};

export const WEBSITE_EXAMPLE: Website = {
  id: WEBSITE_ID,
  domain: 'shop.example',
  tracking_id: 't_0Bc7Kp1nXw5jRf9sGyQeU',
  created_at: '2026-11-01T08:00:00.000Z',
};

export const API_KEY_EXAMPLE: Key = {
  id: KEY_ID,
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
};

export const TRACKING_KEY_EXAMPLE: Key = {
  ...API_KEY_EXAMPLE,
  kind: 'bot',
  name: 'CDN, production',
  scope: null,
  website_id: WEBSITE_ID,
  expires_at: null,
};

export const ACCOUNT_EXAMPLE: Account = {
  id: 'acc_0Nf6vDz2hLx8cTg4kMbPw',
  name: 'Example Ltd',
  plan: 'pro',
  created_at: '2026-11-01T08:00:00.000Z',
  limits: {
    api_requests_per_minute: 300,
    ingest_requests_per_minute: 6_000,
    entries_per_request: 1_000,
  },
  usage: {
    minute: { api_requests: 7, resets_at: '2026-11-20T12:00:42.500Z' },
    month: { start: '2026-11-01', visits: 128_406 },
  },
};
