import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, loadConfig, requireDatabaseUrl } from '@app/config';
import { leaveRoomForGarbage, runMain, serveUntilStopped } from '@app/lifecycle';
import { createLogger, type Logger } from '@app/observability';
import { checkDurability, checkShards, chooseBackend, waitForQueue } from '@app/queue';
import { waitForDatabase } from '@app/storage';
import { createApi } from './create-api.js';
import { startWaitingServer } from './health/waiting-server.js';
import { explainListenError } from './server/explain-listen-error.js';

leaveRoomForGarbage();
await runMain(createLogger('api', 'info'), async () => {
  const config = loadConfig();
  const logger = createLogger('api', config.LOG_LEVEL);
  // With port 0 the system chooses the port, and nobody can ask there before it is announced.
  const waiting = config.PORT === 0 ? undefined : await answerWhileWaiting(config);
  await waitForStores(config, logger);
  const api = await createApi(config, logger);
  await waiting?.close();
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

function answerWhileWaiting(config: Config) {
  return startWaitingServer({ host: config.HOST, port: config.PORT }).catch((error: unknown) => {
    throw explainListenError(error, config);
  });
}

async function waitForStores(config: Config, logger: Logger): Promise<void> {
  const timeoutMs = config.STORES_TIMEOUT_SECONDS * 1_000;
  const url = requireDatabaseUrl(config);
  await waitForDatabase(url, config.DATABASE_FLAVOUR, timeoutMs, logger);
  const queue = chooseBackend(config);
  await waitForQueue(queue, timeoutMs, logger);
  await checkDurability(queue, config.REQUIRE_DURABLE_QUEUE, logger);
  await checkShards(queue, logger);
  await queue.close();
}
