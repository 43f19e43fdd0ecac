import { loadConfig, requireDatabaseUrl } from '@app/config';
import { leaveRoomForGarbage, runMain, serveUntilStopped } from '@app/lifecycle';
import { createLogger } from '@app/observability';
import { checkShards, chooseBackend, waitForQueue } from '@app/queue';
import { waitForDatabase } from '@app/storage';
import { createWorker } from './create-worker.js';

leaveRoomForGarbage();
await runMain(createLogger('worker', 'info'), async () => {
  const config = loadConfig();
  const logger = createLogger('worker', config.LOG_LEVEL);
  const url = requireDatabaseUrl(config);
  const timeoutMs = config.STORES_TIMEOUT_SECONDS * 1_000;
  await waitForDatabase(url, config.DATABASE_FLAVOUR, timeoutMs, logger);
  const queue = chooseBackend(config);
  await waitForQueue(queue, timeoutMs, logger);
  await checkShards(queue, logger);
  await queue.close();

  const worker = await createWorker(config, logger, {
    // The supervisor starts a new process, and other workers take over the jobs under way.
    onStuck: () => process.exit(1),
  });
  logger.info({ statusPort: worker.port }, 'taking jobs');
  serveUntilStopped({
    logger,
    announcement: { statusPort: worker.port },
    stop: () => worker.close(),
  });
});
