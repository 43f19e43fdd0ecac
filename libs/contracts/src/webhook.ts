import { z } from 'zod';
import { givenName, overlapSeconds } from './account.js';
import { EVENT_KINDS } from './event.js';

const URL_TEXT =
  'must be an address like https://hooks.example/botgauge of at most 2048 characters';
const KINDS = `must be a list of kinds of events, each once, or null for all: ${EVENT_KINDS.join(', ')}`;
const OBJECT = 'must be an object';
const NOTHING_TO_CHANGE = 'must have `name`, `url` or `kinds`';

const name = givenName.describe('what the webhook is for');
// Which addresses are allowed depends on the settings, so the API judges them.
const url = z
  .string(URL_TEXT)
  .max(2_048, URL_TEXT)
  .describe('where messages are sent: https, a host of the internet, no user name, no #');
const kinds = z
  .array(z.enum(EVENT_KINDS, KINDS), KINDS)
  .min(1, KINDS)
  .max(EVENT_KINDS.length, KINDS)
  .refine((list) => new Set(list).size === list.length, KINDS)
  .nullable()
  .describe('the kinds of events that it is told of; null for all');

/** Body of `POST /webhooks`. */
export const webhookInputSchema = z.strictObject({ name, url, kinds: kinds.default(null) }, OBJECT);
export type WebhookInput = z.infer<typeof webhookInputSchema>;

/** Body of `PATCH /webhooks/:id`: at least one field. */
export const webhookChangesSchema = z
  .strictObject({ name: name.optional(), url: url.optional(), kinds: kinds.optional() }, OBJECT)
  .refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    NOTHING_TO_CHANGE,
  );
export type WebhookChanges = z.infer<typeof webhookChangesSchema>;

/** Body of `POST /webhooks/:id/rotate`. */
export const webhookRotationSchema = z.strictObject(
  {
    overlap_seconds: overlapSeconds.describe(
      'how long messages are signed with the old secret, too; with 0 it ends at once',
    ),
  },
  OBJECT,
);

/**
 * Why a webhook is disabled. `asked`: somebody did it. `gone`: it answered with 410. `failing`: nothing
 * was delivered for a day.
 */
export const WEBHOOK_ENDS = ['asked', 'gone', 'failing'] as const;
export type WebhookEnd = (typeof WEBHOOK_ENDS)[number];

const moment = (what: string) => z.iso.datetime().nullable().describe(`${what}, ISO 8601, UTC`);

/** A webhook as it may be shown at any time, without its secrets. */
export const webhookSchema = z.object({
  id: z.string().describe('identifier, `wh_…`'),
  name: z.string().describe('what it is for'),
  url: z.string().describe('where messages are sent'),
  kinds: z
    .array(z.enum(EVENT_KINDS))
    .nullable()
    .describe('the kinds of events that it is told of; null for all'),
  created_at: z.iso.datetime().describe('ISO 8601, UTC'),
  last_delivered_at: moment('when it last accepted a message'),
  waiting: z.int().min(0).describe('deliveries that wait for an attempt'),
  old_secret_ends_at: moment('until when messages are signed with the secret before the last, too'),
  disabled_at: moment('since when it is told of nothing'),
  disabled_because: z
    .enum(WEBHOOK_ENDS)
    .nullable()
    .describe(
      '`asked`: somebody disabled it; `gone`: it answered with 410; `failing`: nothing was delivered for a day',
    ),
});
export type WebhookDocument = z.infer<typeof webhookSchema>;

/** A webhook in the one answer that shows its new secret. */
export const webhookWithSecretSchema = webhookSchema.extend({
  secret: z
    .string()
    .describe('with which its receiver checks messages, `whsec_…`; shown only in this answer'),
});
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;

export const MESSAGE_TYPES = ['event.opened', 'event.closed', 'test'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/**
 * `waiting`: for its next attempt. `delivered`: the receiver accepted it. `failed`: the last attempt
 * failed, too. `dropped`: it was given up before that, because the webhook was disabled or too many
 * waited.
 */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt failed, as the end of a sentence that begins with `The last attempt failed:`. */
export const ATTEMPT_FAULTS = {
  error_status: 'the receiver answered with this status',
  redirected: 'the receiver answered with a redirect, which is never followed',
  gone: 'the receiver answered that it is gone',
  not_public: 'the host has no address, or one of a private network',
  not_known: 'nobody knew the addresses of the host',
  no_connection: 'the host did not accept a connection',
  not_trusted: 'the certificate of the host is not valid for it, or it does not speak TLS',
  no_answer: 'the host closed the connection without a valid answer',
  too_slow: 'there was no answer within 10 seconds',
  no_secret:
    'the service could not read the secret to sign with: its operator must set SECRET_KEY as it was',
} as const;
export type AttemptFault = keyof typeof ATTEMPT_FAULTS;
const FAULTS = Object.keys(ATTEMPT_FAULTS) as [AttemptFault, ...AttemptFault[]];

/** A message to a webhook, and what came of it. */
export const deliverySchema = z.object({
  id: z.string().describe('identifier, `dl_…`; messages have it as `webhook-id`'),
  type: z.enum(MESSAGE_TYPES).describe('what the message says'),
  event_id: z.string().nullable().describe('the event, `ev_…`; null for a test'),
  kind: z.enum(EVENT_KINDS).nullable().describe('what the event is about'),
  state: z
    .enum(DELIVERY_STATES)
    .describe(
      '`waiting` for its next attempt; `delivered`: accepted; `failed`: the last attempt failed, too; `dropped`: given up, because the webhook was disabled or too many waited',
    ),
  created_at: z.iso.datetime().describe('when it was made, ISO 8601, UTC'),
  attempts: z.int().min(0).describe('attempts that have begun'),
  attempted_at: moment('when the last attempt began'),
  status: z.int().nullable().describe('status of the answer; null when there was none'),
  duration_ms: z.int().nullable().describe('milliseconds until the answer, or until it failed'),
  fault: z
    .enum(FAULTS)
    .nullable()
    .describe(
      `why the last attempt failed: ${FAULTS.map((fault) => `\`${fault}\`: ${ATTEMPT_FAULTS[fault]}`).join('; ')}`,
    ),
  next_attempt_at: moment('when the next attempt is due; null when there will be none'),
});
export type DeliveryDocument = z.infer<typeof deliverySchema>;
