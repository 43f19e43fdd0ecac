import type { Queue, RedisQueueBackend } from 'bullmq';
import { MOST_LAST, MOST_POSTPONED, type Oldest } from './backend.js';

type Client = Awaited<RedisQueueBackend['client']>;

const NAME = 'botgaugeOldestJobs';
/**
 * Returns when the oldest jobs were added that wait, that a worker has taken, and that are
 * postponed. KEYS are the lists of ids, ARGV what the keys of jobs begin with and both bounds. As in
 * the scripts of BullMQ, the keys of jobs are made here: the prefix keeps them on the same node.
 */
const SCRIPT = `
local function oldestOf(...)
  local oldest = false
  for _, ids in ipairs({...}) do
    for _, id in ipairs(ids) do
      local added = tonumber(redis.call('HGET', ARGV[1] .. id, 'timestamp') or nil)
      if added and (not oldest or added < oldest) then oldest = added end
    end
  end
  return oldest
end
local wait, prioritized, active, delayed = unpack(KEYS)
return {
  oldestOf(
    redis.call('LRANGE', wait, -1, -1),
    redis.call('ZRANGE', prioritized, 0, 0),
    redis.call('LRANGE', wait, 0, ARGV[2] - 1),
    redis.call('ZRANGE', prioritized, -ARGV[2], -1)
  ),
  oldestOf(redis.call('LRANGE', active, 0, -1)),
  oldestOf(redis.call('ZRANGE', delayed, 0, ARGV[3] - 1))
}`;
const KEYS = ['wait', 'prioritized', 'active', 'delayed'];

/** Clients that know the script. */
const prepared = new WeakSet<Client>();

/**
 * Reads when the oldest jobs of a queue on Redis were added. It is one script, because it is asked
 * several times a second, and a command for each job would cost every process more than the
 * jobs of a quiet service do.
 */
export async function readOldest(queue: Queue): Promise<Oldest> {
  const backend = queue.getBackend();
  const client = await backend.client;
  if (!prepared.has(client)) {
    client.defineCommand(NAME, { numberOfKeys: KEYS.length, lua: SCRIPT });
    prepared.add(client);
  }
  const keys = KEYS.map((name) => backend.toKey(name));
  const given = [...keys, backend.toKey(''), MOST_LAST, MOST_POSTPONED];
  const times = (await client.runCommand(NAME, given)) as (number | null)[];
  const [waiting, underWay, postponed] = times.map((time) => time ?? undefined);
  return { waiting, underWay, postponed };
}
