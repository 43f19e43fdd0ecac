import type { Delivery, Webhook } from '../../api/types.js';
import { texts } from '../../texts/texts.js';
import { momentInWords } from '../../words/dates.js';
import { titleOf } from '../alerts/kinds.js';

const { webhooks: words } = texts.settings;

/** Says of what a webhook is told, and how it does. */
export function webhookInWords(webhook: Webhook): string {
  const { kinds, disabled_at, disabled_because, last_delivered_at, waiting } = webhook;
  const { old_secret_ends_at } = webhook;
  return [
    disabled_at && words.ended[disabled_because ?? 'asked'](momentInWords(disabled_at)),
    kinds ? words.only(kinds.map(titleOf).join(', ')) : words.every,
    last_delivered_at
      ? words.lastDelivered(momentInWords(last_delivered_at))
      : words.nothingDelivered,
    waiting > 0 && words.waiting(waiting),
    old_secret_ends_at && words.oldSecret(momentInWords(old_secret_ends_at)),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What a message says: `Errors: opened`, `Test`. */
export function messageInWords({ type, kind }: Pick<Delivery, 'type' | 'kind'>): string {
  if (type === 'test' || kind === null) return words.test;
  return (type === 'event.opened' ? words.opened : words.closed)(titleOf(kind));
}

/** What came of a message. */
export function resultInWords(delivery: Delivery): string {
  const { state, fault, attempts, next_attempt_at } = delivery;
  const why = fault && words.faults[fault];
  const tries = attempts > 1 && words.attempts(attempts);
  const next =
    state === 'waiting' &&
    (attempts > 0 && next_attempt_at ? words.again(momentInWords(next_attempt_at)) : words.atOnce);
  return [words.states[state], why, tries, next].filter(Boolean).join(' · ');
}
