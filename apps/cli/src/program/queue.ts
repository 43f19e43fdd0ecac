import { loadConfig } from '@app/config';
import { createLogger } from '@app/observability';
import { chooseBackend, isRedisAway, type LogQueue, openLogQueue, refusalOf } from '@app/queue';
import type { Dependencies } from './answering.js';
import { CommandError } from './failure.js';

/** Lends the queue from which the workers take jobs. */
export async function withQueue<T>(
  { env }: Dependencies,
  work: (queue: LogQueue) => Promise<T>,
): Promise<T> {
  const backend = chooseBackend(loadConfig(env));
  try {
    const obstacle = await backend.findObstacle();
    if (obstacle)
      throw new CommandError(`The queue in ${backend.name} cannot be used: ${obstacle}.`);
    const refusal = refusalOf(backend.shards.length, await backend.findLeftBehind());
    if (refusal) throw new CommandError(refusal);
    const opened = await openLogQueue(backend, createLogger('cli', 'silent'));
    try {
      return await work(opened.queue);
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!isRedisAway(error) || backend.name !== 'Redis') throw error;
    throw new CommandError(
      'The queue in Redis does not answer: start it, or correct REDIS_URL, then run the command again.',
      { cause: error },
    );
  } finally {
    await backend.close();
  }
}
