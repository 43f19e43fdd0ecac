import { waitForStore } from '@app/lifecycle';
import type { Logger } from '@app/observability';
import type { QueueBackend } from './backend.js';

/**
 * Returns as soon as queue objects can be made. An object that was made earlier may never recover
 * by itself.
 */
export function waitForQueue(
  backend: QueueBackend,
  timeoutMs: number,
  logger: Logger,
): Promise<void> {
  return waitForStore({
    name: 'queue',
    findObstacle: () => backend.findObstacle(),
    timeoutMs,
    logger,
  });
}
