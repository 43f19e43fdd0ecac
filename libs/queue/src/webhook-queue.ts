import type { Logger } from '@app/observability';
import type { Queue } from 'bullmq';

/** The queue of the webhooks for which something is due, and the name of its jobs. */
export const WEBHOOK_QUEUE = 'webhook-deliveries';
const WEBHOOK_JOB = 'deliver';

/** What a job has: the id of the webhook, no address, no message and no secret. */
export interface WebhookJob {
  webhook: string;
}

/**
 * Gives webhooks to workers. The database knows what is due, and when it is tried again, so nothing is
 * lost with this queue.
 */
export class WebhookQueue {
  constructor(private readonly queue: Queue<WebhookJob>) {}

  /** Makes the queue from a queue object of BullMQ. It resolves when the object is connected. */
  static async open(queue: Queue<WebhookJob>, logger: Logger): Promise<WebhookQueue> {
    queue.on('error', (error) => logger.warn({ reason: error.message }, 'queue connection'));
    await queue.waitUntilReady();
    return new WebhookQueue(queue);
  }

  /**
   * Asks for a worker for each of these webhooks. There is one job for a webhook at a time, so only
   * one worker at a time delivers to it; a webhook whose job waits or is under way is not added again.
   */
  async add(webhooks: readonly string[]): Promise<void> {
    const opts = { removeOnComplete: true, removeOnFail: true };
    await this.queue.addBulk(
      webhooks.map((webhook) => ({
        name: WEBHOOK_JOB,
        data: { webhook },
        opts: { ...opts, jobId: webhook },
      })),
    );
  }
}
