/**
 * Webhooks: which addresses may be told of events, how a message is signed and sent, and when it is
 * tried again.
 */
export { addressRulesOf } from './address-rules.js';
export { attempt } from './attempt.js';
export type { AttemptRules, Message } from './attempt.js';
export { createWebhook, MOST_WEBHOOKS, rotateWebhookSecret } from './create-webhook.js';
export type { MadeSecret, WebhookOrder } from './create-webhook.js';
export { deliveryDocument, webhookDocument } from './documents.js';
export { judgeUrl } from './judge-url.js';
export { afterAttempt, PAUSES_MS } from './schedule.js';
export type { Next, Outcome } from './schedule.js';
