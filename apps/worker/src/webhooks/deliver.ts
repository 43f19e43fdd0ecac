import { newPublicId } from '@app/access';
import type { Logger, WorkerMetrics } from '@app/observability';
import type { AttemptNote, Deliveries, TakenDelivery } from '@app/storage';
import { afterAttempt, attempt, type AttemptRules, type Outcome } from '@app/webhooks';
import { messageOf } from './message.js';
import type { OpenSecrets } from './open-secrets.js';

export interface DeliverDependencies {
  deliveries: Pick<Deliveries, 'take' | 'note' | 'giveUp'>;
  openSecrets: OpenSecrets;
  rules: AttemptRules;
  metrics: Pick<WorkerMetrics, 'webhookAttempts' | 'webhookSeconds'>;
  logger: Logger;
}

/**
 * Delivers to one webhook what is due, one message after the other, for some seconds at most. It is
 * called again while something is due.
 *
 * @param isStopping true when the process ends, and nothing shall be begun any more
 */
export type Deliver = (webhook: string, isStopping: () => boolean) => Promise<void>;

/** After this long, another webhook has its turn. */
const TURN_MS = 5_000;
/** An attempt takes at most 10 s, and some moments for the database. */
const LOST_AFTER_SECONDS = 30;

export function createDeliver(dependencies: DeliverDependencies): Deliver {
  const { deliveries } = dependencies;
  return async function deliver(webhook, isStopping) {
    const begun = performance.now();
    while (!isStopping() && performance.now() - begun < TURN_MS) {
      const taken = await deliveries.take(webhook, LOST_AFTER_SECONDS);
      if (!taken) return;
      // Whoever fails has its next turn behind the others.
      if (!(await tryOnce(taken, dependencies))) return;
    }
  };
}

/** Returns whether the message was accepted. */
async function tryOnce(taken: TakenDelivery, dependencies: DeliverDependencies): Promise<boolean> {
  const { metrics } = dependencies;
  const begun = performance.now();
  const outcome = await send(taken, dependencies);
  const durationMs = Math.round(performance.now() - begun);
  metrics.webhookSeconds.observe(durationMs / 1_000);
  metrics.webhookAttempts.inc({ outcome: outcome.fault ?? 'delivered' });
  await settle(taken, { outcome, durationMs }, dependencies);
  return outcome.fault === null;
}

async function send(taken: TakenDelivery, dependencies: DeliverDependencies): Promise<Outcome> {
  const { openSecrets, rules, logger } = dependencies;
  const { public_id: id, webhook_public_id: webhook, url } = taken;
  const secrets = openSecrets(taken);
  if (secrets.length === 0) {
    logger.error({ webhook }, 'the secret of a webhook cannot be read: set SECRET_KEY as it was');
    return { status: null, fault: 'no_secret' };
  }
  const body = JSON.stringify(messageOf(taken));
  return attempt({ id, url, at: new Date(), body, secrets }, rules);
}

async function settle(
  taken: TakenDelivery,
  { outcome, durationMs }: { outcome: Outcome; durationMs: number },
  { deliveries, logger }: DeliverDependencies,
): Promise<void> {
  const { id, attempts, type, webhook_public_id: webhook } = taken;
  const { status, fault } = outcome;
  const note: AttemptNote = { id, attempts, status, fault, durationMs };
  const next = afterAttempt({
    outcome,
    number: attempts,
    isTest: type === 'test',
    now: Date.now(),
    random: Math.random(),
  });
  logger.debug({ webhook, delivery: taken.public_id, ...next, fault, status }, 'webhook asked');
  if (next.kind === 'delivered') return deliveries.note(note, 'delivered');
  if (next.kind === 'again') return deliveries.note(note, 'waiting', next.afterMs);
  if (type === 'test') return deliveries.note(note, 'failed');
  const because = next.kind === 'gone' ? 'gone' : 'failing';
  if (await deliveries.giveUp(note, because, newPublicId('event')))
    logger.warn({ webhook, because, fault, status }, 'a webhook was disabled');
}
