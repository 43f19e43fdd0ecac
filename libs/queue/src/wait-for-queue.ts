import { waitForStore } from '@app/lifecycle';
import type { Logger } from '@app/observability';
import type { QueueBackend } from './backend.js';

/** Returns when queue objects can be made: one that was made before may never recover by itself. */
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
