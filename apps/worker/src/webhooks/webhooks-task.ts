import type { Logger } from '@app/observability';
import type { WebhookQueue } from '@app/queue';
import { Deliveries, type UpkeepTask } from '@app/storage';

const PAUSE_MS = 1_000;
/** Webhooks that one look finds. The others are found when these have had their turns. */
const MOST = 1_000;

/**
 * Finds webhooks for which something is due, and gives them to workers. An event needs no process to
 * be told, and what a queue or a process loses is found here again.
 */
export function webhooksTask({
  queue,
  logger,
}: {
  queue: Pick<WebhookQueue, 'add'>;
  logger: Logger;
}): UpkeepTask {
  return {
    name: 'webhooks',
    async *round(client) {
      const due = await new Deliveries(client).dueWebhooks(MOST);
      yield;
      // While the queue is away, the rest of the upkeep goes on.
      if (due.length > 0)
        await queue.add(due).catch((error: Error) => {
          logger.warn({ reason: error.message }, 'webhooks must wait for the queue');
        });
      return { pauseMs: PAUSE_MS };
    },
  };
}
