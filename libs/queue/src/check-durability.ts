import type { Logger } from '@app/observability';
import type { QueueBackend } from './backend.js';
import { durabilityFaults } from './durability.js';

/**
 * Warns of every setting of the queue's store that endangers acknowledged entries.
 *
 * @throws Error naming these settings, when durability is `required`
 */
export async function checkDurability(
  backend: QueueBackend,
  required: boolean,
  logger: Logger,
): Promise<void> {
  const faults = durabilityFaults(backend.name, await backend.readDurability());
  if (faults.length > 0 && required) {
    throw new Error(
      `REQUIRE_DURABLE_QUEUE is true, but the queue is not durable: ${faults.join('; ')}.`,
    );
  }
  for (const fault of faults) logger.warn(`the queue is not durable: ${fault}`);
}
