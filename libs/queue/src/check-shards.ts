import type { Logger } from '@app/observability';
import type { LeftBehind, QueueBackend } from './backend.js';

/**
 * Makes sure that no acknowledged batch is in a shard from which nobody would take it, and warns of
 * what makes one node of a cluster stop all shards.
 *
 * @throws Error when jobs are left in shards that this process does not have
 */
export async function checkShards(backend: QueueBackend, logger: Logger): Promise<void> {
  const left = await backend.findLeftBehind();
  const refusal = refusalOf(backend.shards.length, left);
  if (refusal) throw new Error(refusal);
  if (left.unknown.length > 0)
    logger.warn({ shards: left.unknown }, 'nobody knows whether jobs are left in other shards');
  for (const fault of await backend.findClusterFaults())
    logger.warn(`the Redis Cluster is not set up well: ${fault}`);
}

/** Returns why a process or command with this number of shards must not start, if it must not. */
export function refusalOf(shards: number, { jobs }: Pick<LeftBehind, 'jobs'>): string | undefined {
  if (jobs.size === 0) return undefined;
  const numbers = [...jobs.keys()].sort((a, b) => a - b);
  const held = numbers.map(
    (number) => `${jobs.get(number)?.toLocaleString('en')} in shard ${number}`,
  );
  return `QUEUE_SHARDS is ${shards}, but other shards hold jobs that nobody would take (${held.join(', ')}): start with QUEUE_SHARDS=${numbers.at(-1)}, wait until the workers have stored everything, and then start with ${shards}.`;
}
