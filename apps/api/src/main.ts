import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig, requireDatabaseUrl } from '@app/config';
import { runMain, serveUntilStopped } from '@app/lifecycle';
import { createLogger } from '@app/observability';
import { checkDurability, chooseBackend, waitForQueue } from '@app/queue';
import { waitForDatabase } from '@app/storage';
import { createApi } from './create-api.js';

await runMain(createLogger('api', 'info'), async () => {
  const config = loadConfig();
  const logger = createLogger('api', config.LOG_LEVEL);
  const url = requireDatabaseUrl(config);
  const timeoutMs = config.STORES_TIMEOUT_SECONDS * 1_000;
  await waitForDatabase(url, config.DATABASE_FLAVOUR, timeoutMs, logger);
  const queue = chooseBackend(config);
  await waitForQueue(queue, timeoutMs, logger);
  await checkDurability(queue, config.REQUIRE_DURABLE_QUEUE, logger);

  const api = await createApi(config, logger);
  const port = await api.listen();
  logger.info({ host: config.HOST, port }, 'listening');
  serveUntilStopped({
    logger,
    announcement: { port },
    stop: async () => {
      api.announceStop();
      await sleep(config.SHUTDOWN_GRACE_SECONDS * 1_000);
      await api.close();
    },
  });
});
