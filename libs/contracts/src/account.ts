import { z } from 'zod';
import { canonicalDomain, MOST_DOMAIN_LABELS } from './host.js';
import { KEY_KINDS, KEY_SCOPES, PLAN_NAMES } from './plans.js';
import { BEHAVIOUR_MEANS, WEBSITE_BEHAVIOURS, WEBSITE_COUNTS } from './traffic.js';

const LONGEST_NAME = 200;
/**
 * Unicode's control characters and lone surrogates. They cannot be displayed, and PostgreSQL
 * refuses NUL.
 */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}]/u;

export const DEFAULT_OVERLAP_SECONDS = 86_400;
const LONGEST_OVERLAP_SECONDS = 604_800;

const DOMAIN = `must be a domain name like shop.example of at most ${MOST_DOMAIN_LABELS} labels, without scheme, port and path`;
const NAME = `must be a text of 1 to ${LONGEST_NAME} characters without control characters`;
const MOMENT = 'must be a time in ISO 8601 with its offset, like 2027-01-31T12:00:00Z';
const OVERLAP = `must be an integer from 0 to ${LONGEST_OVERLAP_SECONDS}`;
const SIGNING_SECRET = 'must be a text of 8 to 512 characters, or null';
const OBJECT = 'must be an object';
const NOTHING_TO_CHANGE = 'must have `domain`, `count` or `behaviour`';

/** Matches a port, and the characters that the URL standard silently removes. */
const NOT_IN_DOMAINS = /[:\p{Cc}]/u;

const domain = z
  .string(DOMAIN)
  .max(1_024, DOMAIN)
  .transform((text, context) => {
    const canonical = NOT_IN_DOMAINS.test(text) ? '' : canonicalDomain(text);
    if (canonical === '') context.addIssue(DOMAIN);
    return canonical;
  })
  .describe('lower case, IDN as punycode; no scheme, port, path, wildcard or IP address');

/** A name that people give, so that they know later what something is for. */
export const givenName = z.string(NAME).transform((text, context) => {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > LONGEST_NAME || NOT_IN_NAMES.test(trimmed))
    context.addIssue(NAME);
  return trimmed;
});
const name = givenName.describe('what the key is for');

/** When something expires; null and undefined mean never. */
export const givenEnd = z.iso.datetime({ offset: true, error: MOMENT }).nullish();
const expiresAt = givenEnd.describe(
  'when the key expires; it never does if this is left out or null',
);

const counted = z
  .enum(WEBSITE_COUNTS, `must be one of ${WEBSITE_COUNTS.join(', ')}`)
  .describe('`all`: every request is a visit; `pages`: requests for static files are skipped');

const behaviour = z
  .enum(WEBSITE_BEHAVIOURS, `must be one of ${WEBSITE_BEHAVIOURS.join(', ')}`)
  .describe(BEHAVIOUR_MEANS);

/** Body of `POST /websites`. */
export const websiteInputSchema = z.strictObject(
  { domain, count: counted.default('all'), behaviour: behaviour.default('default') },
  OBJECT,
);

/** Body of `PATCH /websites/:id`: at least one field. */
export const websiteChangesSchema = z
  .strictObject(
    { domain: domain.optional(), count: counted.optional(), behaviour: behaviour.optional() },
    OBJECT,
  )
  .refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    NOTHING_TO_CHANGE,
  );

/** Body of `POST /keys`. */
export const apiKeyInputSchema = z.strictObject(
  {
    name,
    scope: z
      .enum(KEY_SCOPES, `must be one of ${KEY_SCOPES.join(', ')}`)
      .default('full')
      .describe('`read`: reads everything, changes nothing'),
    expires_at: expiresAt,
  },
  OBJECT,
);
export type ApiKeyInput = z.infer<typeof apiKeyInputSchema>;

/** Body of `POST /websites/:id/keys`. */
export const trackingKeyInputSchema = z.strictObject(
  { name: name.default('Bot Tracking Key'), expires_at: expiresAt },
  OBJECT,
);
export type TrackingKeyInput = z.infer<typeof trackingKeyInputSchema>;

/** For how long something old keeps working beside what replaces it. */
export const overlapSeconds = z
  .int(OVERLAP)
  .min(0, OVERLAP)
  .max(LONGEST_OVERLAP_SECONDS, OVERLAP)
  .default(DEFAULT_OVERLAP_SECONDS);

/** Body of `POST /keys/:id/rotate`. */
export const rotationInputSchema = z.strictObject(
  {
    overlap_seconds: overlapSeconds.describe(
      'how long the old key keeps working beside the new one; with 0 it stops at once',
    ),
  },
  OBJECT,
);

/** Body of `PUT /keys/:id/signing-secret`. */
export const signingSecretInputSchema = z.strictObject(
  {
    secret: z
      .string(SIGNING_SECRET)
      .min(8, SIGNING_SECRET)
      .max(512, SIGNING_SECRET)
      // It is compared byte by byte with what the sender has, so nothing may be lost in UTF-8.
      .refine((text) => !/\p{Cs}/u.test(text), SIGNING_SECRET)
      .nullable()
      .describe('the secret with which the sender signs, 8 to 512 characters; null removes it'),
  },
  OBJECT,
);

const moment = (what: string) => z.iso.datetime().nullable().describe(`${what}, ISO 8601, UTC`);

/** A key as it may be shown at any time, without its value. */
export const keySchema = z.object({
  id: z.string().describe('identifier, `key_…`'),
  kind: z.enum(KEY_KINDS).describe('`api`: API Key; `bot`: Bot Tracking Key'),
  name: z.string().describe('what the key is for'),
  scope: z.enum(KEY_SCOPES).nullable().describe('scope of an API Key; null for a Bot Tracking Key'),
  website_id: z
    .string()
    .nullable()
    .describe('website of a Bot Tracking Key, `ws_…`; null for an API Key'),
  last4: z.string().describe('last 4 characters of the value'),
  created_at: z.iso.datetime().describe('ISO 8601, UTC'),
  last_used_at: moment('last use, noted at most once a minute'),
  expires_at: moment('when the key expires'),
  revoked_at: moment('when the key was revoked'),
  replaced_by: z
    .string()
    .nullable()
    .describe('the key that replaced this one by rotation, `key_…`'),
  has_signing_secret: z
    .boolean()
    .describe('whether the service keeps the secret with which the sender of this key signs'),
});
export type Key = z.infer<typeof keySchema>;

/** A key in the one answer that shows its value. */
export const createdKeySchema = keySchema.extend({
  key: z.string().describe('the value, shown only in this answer'),
});
export type CreatedKeyDocument = z.infer<typeof createdKeySchema>;

const count = (what: string) => z.int().min(0).describe(what);

/** An account with its plan, its limits and its usage. */
export const accountSchema = z.object({
  id: z.string().describe('identifier, `acc_…`'),
  name: z.string(),
  plan: z.enum(PLAN_NAMES),
  created_at: z.iso.datetime().describe('ISO 8601, UTC'),
  limits: z.object({
    api_requests_per_minute: count('API requests per minute, all API Keys of the account together'),
    ingest_requests_per_minute: count('ingestion requests per minute for each Bot Tracking Key'),
    total_ingest_requests_per_minute: count(
      'ingestion requests per minute, all Bot Tracking Keys of the account together',
    ),
    max_live_keys: count('keys of both kinds that may be live: neither revoked nor expired'),
    max_websites: count('websites that the account may have'),
    fetch_seconds_per_day: count(
      'seconds a day (UTC) that fetching robots.txt and sitemaps of its websites may take, all together',
    ),
    entries_per_request: count('log entries in one ingestion request'),
  }),
  usage: z.object({
    minute: z.object({
      api_requests: count('API requests in the current window, this one included'),
      resets_at: z.iso.datetime().describe('end of this window, ISO 8601, UTC'),
    }),
    day: z.object({
      start: z.iso.date().describe('this day, UTC'),
      fetch_seconds: count(
        'seconds that fetches of robots.txt and sitemaps took today; those under way count as if they took all the time that they may',
      ),
    }),
    month: z.object({
      start: z.iso.date().describe('first day of this calendar month, UTC'),
      visits: count('visits of this month on the websites that the account has now'),
    }),
  }),
});
export type Account = z.infer<typeof accountSchema>;
