import type { Delivery, Webhook } from '../../api/types.js';
import { momentInWords } from '../../words/dates.js';
import { counted } from '../../words/numbers.js';
import { titleOf } from '../alerts/kinds.js';

const ENDS: Readonly<Record<NonNullable<Webhook['disabled_because']>, string>> = {
  asked: 'disabled',
  gone: 'disabled: it answered 410, which means that it is gone',
  failing: 'disabled: nothing could be delivered for a day',
};

/** Says of what a webhook is told, and how it does. */
export function webhookInWords(webhook: Webhook): string {
  const { kinds, disabled_at, disabled_because, last_delivered_at, waiting } = webhook;
  const { old_secret_ends_at } = webhook;
  return [
    disabled_at && `${ENDS[disabled_because ?? 'asked']}, since ${momentInWords(disabled_at)}`,
    kinds ? `only of: ${kinds.map(titleOf).join(', ')}` : 'of all events',
    last_delivered_at
      ? `last delivered ${momentInWords(last_delivered_at)}`
      : 'nothing delivered yet',
    waiting > 0 && counted(waiting, 'message waits', 'messages wait'),
    old_secret_ends_at && `the old secret works until ${momentInWords(old_secret_ends_at)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const FAULTS: Readonly<Record<NonNullable<Delivery['fault']>, string>> = {
  error_status: 'answered with an error',
  redirected: 'answered with a redirect, which is never followed',
  gone: 'answered that it is gone',
  not_public: 'has no address, or one of a private network',
  not_known: 'has a name whose addresses nobody knew',
  no_connection: 'accepted no connection',
  not_trusted: 'has no valid certificate',
  no_answer: 'closed the connection without an answer',
  too_slow: 'did not answer within 10 seconds',
  no_secret: 'was not asked: the secret cannot be read, set SECRET_KEY as it was',
};

/** What a message says: `Errors: opened`, `Test`. */
export function messageInWords({ type, kind }: Pick<Delivery, 'type' | 'kind'>): string {
  if (type === 'test' || kind === null) return 'Test';
  return `${titleOf(kind)}: ${type === 'event.opened' ? 'opened' : 'closed'}`;
}

/** What came of a message. */
export function resultInWords(delivery: Delivery): string {
  const { state, fault, attempts, next_attempt_at } = delivery;
  const why = fault && `the receiver ${FAULTS[fault]}`;
  const tries = attempts > 1 && counted(attempts, 'attempt');
  const next =
    state === 'waiting' &&
    (attempts > 0 && next_attempt_at ? `again ${momentInWords(next_attempt_at)}` : 'comes at once');
  return [state, why, tries, next].filter(Boolean).join(' · ');
}
