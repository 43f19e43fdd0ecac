import { randomUUID } from 'node:crypto';
import { groupCalls, type Pause } from '@app/group-calls';
import type { Logger } from '@app/observability';
import { Queue } from 'bullmq';
import type { QueueBackend } from './backend.js';
import { FinishedJobs } from './finished-jobs.js';
import { joinBatches } from './join-batches.js';
import { type AcceptedBatch, toJob, type Turn } from './log-job.js';
import { QueueShard } from './queue-shard.js';
import { isRedisAway, isRedisUnable } from './redis-error.js';
import { shardOfWebsite, tryOrder } from './shards.js';

/**
 * A job costs its store and the worker about as much as this number of entries. Larger batches gain
 * nothing from a group.
 */
const SMALL_BATCH = 250;
/** As many entries as the largest request has, so that a group needs no more memory in a worker. */
const GROUP_ENTRIES = 1_000;
/**
 * Senders of single entries wait for their answers and then send at once. Without a pause their
 * next requests would be divided among many small jobs.
 */
const PAUSE: Pause = { mostMs: (batches) => (batches > 1 ? 20 : 0), quietMs: 2 };
/** No further shard is tried after this time, because the client waits. */
const LONGEST_SEARCH_MS = 4_000;

/** Milliseconds since the oldest jobs were added, 0 when there is none. */
export interface QueueAges {
  /** Of the jobs that are not finished. */
  allMs: number;
  /** Of those that wait or are under way: all but the postponed ones. */
  inHandMs: number;
}

type StoreOfShards = Pick<
  QueueBackend,
  'oldest' | 'finished' | 'finishedCounts' | 'shardsFailAlone'
>;

/**
 * The queue of the jobs that the API makes of accepted batches. Its callers see one queue, however
 * many shards it has. Numbers are those of all shards that answer, so that one whose server is away
 * disturbs nobody; when none answers, the questions reject.
 */
export class LogQueue {
  private readonly groups: ((batch: AcceptedBatch) => Promise<string>)[];
  private readonly finishedJobs = new FinishedJobs();

  constructor(
    private readonly shards: readonly QueueShard[],
    private readonly store: StoreOfShards,
  ) {
    this.groups = shards.map((_, home) =>
      groupCalls((batches: AcceptedBatch[]) => this.add(home, batches), {
        most: GROUP_ENTRIES,
        weigh: ({ entries }) => entries.count,
        fits: ([first], { turn }) => first?.turn === turn,
        pause: PAUSE,
      }),
    );
  }

  /**
   * Makes the queue from queue objects of BullMQ that were made for the shards of this backend. It
   * resolves when the objects are connected, because before that a command would wait instead of
   * failing.
   */
  static async open(queues: Queue[], backend: QueueBackend, logger: Logger): Promise<LogQueue> {
    for (const queue of queues)
      queue.on('error', (error) => logger.warn({ reason: error.message }, 'queue connection'));
    await Promise.all(queues.map((queue) => queue.waitUntilReady()));
    const shards = queues.map((queue, index) => {
      const shard = backend.shards[index];
      if (shard?.queueName !== queue.name) throw new Error(`${queue.name} is not this shard`);
      return new QueueShard(shard, queue, backend, logger);
    });
    return new LogQueue(shards, backend);
  }

  /**
   * Resolves to the id of the batch when the queue holds it durably. Small batches of a shard that
   * come together become one job, and one batch if they are of one website and have no ids. Adding a
   * batch with an id twice is harmless, because the ledger counts it once.
   */
  async enqueue(batch: AcceptedBatch): Promise<string> {
    const home = shardOfWebsite(batch.websiteId, this.shards.length);
    const group = batch.entries.count < SMALL_BATCH ? this.groups[home] : undefined;
    if (group) return group(batch);
    const [id = ''] = await this.add(home, [batch]);
    return id;
  }

  /** Adds one job, and resolves to the ids of the batches, in their order. */
  private async add(home: number, given: AcceptedBatch[]): Promise<string[]> {
    const { batches, ids } = joinBatches(given);
    const [first, ...others] = batches;
    // A job of one batch has its id, so that the queue keeps it once when it is added twice.
    const jobId = first && others.length === 0 ? first.id : randomUUID();
    await this.addToOneOf(this.candidates(home), jobId, await toJob(batches), first?.turn);
    return ids;
  }

  /** Puts a job's data into the queue unchanged, even if no worker of this release can read it. */
  async enqueueRaw(jobId: string, data: unknown, turn?: Turn): Promise<void> {
    await this.addToOneOf(this.candidates(0), jobId, data, turn);
  }

  /**
   * Tries one shard after the other while their servers are away or accept nothing. The server that
   * failed may have taken the job all the same. Then it is done twice, and counted once.
   */
  private async addToOneOf(
    candidates: Iterable<QueueShard>,
    jobId: string,
    data: unknown,
    turn: Turn = 'first',
  ): Promise<void> {
    const begun = performance.now();
    let failure: unknown;
    for (const shard of candidates) {
      if (failure && performance.now() - begun > LONGEST_SEARCH_MS) break;
      try {
        return await shard.add(jobId, data, turn);
      } catch (error) {
        failure = error;
        if (!this.store.shardsFailAlone || !isRedisUnable(error)) break;
      }
    }
    throw failure;
  }

  /**
   * Gives the shards that are there, beginning with the home of the batch. What happens to others
   * meanwhile is seen, because each is looked at when its turn comes. When all are away, the home
   * alone is tried, and so found again.
   */
  private *candidates(home: number): Generator<QueueShard> {
    let any = false;
    const ring = tryOrder(home, this.shards.length).flatMap((position) =>
      this.shards.slice(position, position + 1),
    );
    for (const shard of ring) {
      if (shard.isAway) continue;
      any = true;
      yield shard;
    }
    if (!any) yield* ring.slice(0, 1);
  }

  /** Tells of each shard whether it is away, by number. */
  awayByShard(): Map<number, boolean> {
    return new Map(this.shards.map(({ shard, isAway }) => [shard.number, isAway]));
  }

  /** Returns the number of jobs by state. A job waits, whatever its turn is. */
  async counts(): Promise<Record<string, number>> {
    const answers = await this.askThoseThere((queue) =>
      queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
    );
    const { waiting = 0, prioritized = 0, ...others } = addUp([...answers.values()]);
    return { waiting: waiting + prioritized, ...others };
  }

  /**
   * Returns the number of jobs that no worker has taken yet, without those postponed to a later
   * time.
   */
  async waiting(): Promise<number> {
    const { waiting = 0 } = await this.counts();
    return waiting;
  }

  /**
   * Returns how many jobs of each shard, by the name of its queue, should be taken by a worker now:
   * those that wait, unless an operator has paused the shard.
   */
  async toBeTaken(): Promise<Map<string, number>> {
    const answers = await this.askThoseThere(async (queue) => {
      const { waiting = 0, prioritized = 0 } = await queue.getJobCounts('waiting', 'prioritized');
      return (await queue.isPaused()) ? 0 : waiting + prioritized;
    });
    return new Map([...answers].map(([shard, jobs]) => [shard.queue.name, jobs]));
  }

  /** Returns the number of jobs by turn, and of those that are postponed. */
  async lines(): Promise<Record<Turn | 'postponed', number>> {
    const answers = await this.askThoseThere((queue) =>
      queue.getJobCounts('waiting', 'prioritized', 'delayed'),
    );
    const counts = addUp([...answers.values()]);
    const { waiting: first = 0, prioritized: later = 0, delayed: postponed = 0 } = counts;
    return { first, later, postponed };
  }

  /** Returns how many jobs that come first wait in each shard, in the order of the shards. */
  async firstWaiting(): Promise<number[]> {
    const answers = await this.askThoseThere((queue) => queue.getJobCounts('waiting'));
    return this.shards.map((shard) => answers.get(shard)?.['waiting'] ?? 0);
  }

  /**
   * Returns the ids of all jobs that are not finished. On PostgreSQL each state is one statement,
   * so the states are read in the order in which a job goes through them, and once more for a job
   * that went back in the meantime. It rejects when a shard does not answer, because nobody knows
   * what is left in that one.
   */
  async unfinished(): Promise<string[]> {
    const states = ['delayed', 'prioritized', 'waiting', 'active'] as const;
    const look = async () => {
      const ranges = this.shards.map((shard) =>
        shard.ask((queue) => queue.getRanges([...states], 0, -1)),
      );
      return (await Promise.all(ranges)).flat();
    };
    return [...new Set([...(await look()), ...(await look())])];
  }

  /**
   * Returns how old the oldest jobs are. What a worker has taken counts until it is stored, because
   * nobody sees its entries before.
   */
  async ages(): Promise<QueueAges> {
    const answers = await this.askThoseThere((queue) => this.store.oldest(queue));
    const now = Date.now();
    const ageOf = (times: (number | undefined)[]) => {
      const known = times.filter((time) => time !== undefined);
      return known.length === 0 ? 0 : Math.max(0, now - Math.min(...known));
    };
    const oldest = [...answers.values()];
    const inHandMs = ageOf(oldest.flatMap(({ waiting, underWay }) => [waiting, underWay]));
    return { inHandMs, allMs: Math.max(inHandMs, ageOf(oldest.map((one) => one.postponed))) };
  }

  /** Returns how many jobs have left the queue for good, counted from some moment of the past. */
  async finished(): Promise<number> {
    const asked = this.store.finishedCounts === 'store' ? this.shards.slice(0, 1) : this.shards;
    const answers = await this.askThoseThere((queue) => this.store.finished(queue), asked);
    return this.finishedJobs.sum(
      new Map([...answers].map(([{ shard }, jobs]) => [shard.number, jobs])),
    );
  }

  /**
   * Asks the shards that are there, or all when none is. Shards with servers of their own are asked
   * at the same time, so that nobody waits for one of them. Others are asked in turn, so that a
   * question takes one connection only.
   */
  private async askThoseThere<T>(
    question: (queue: Queue) => Promise<T>,
    shards = this.shards,
  ): Promise<Map<QueueShard, T>> {
    const there = shards.filter(({ isAway }) => !isAway);
    const asked = there.length > 0 ? there : shards;
    const answers = new Map<QueueShard, T>();
    if (!this.store.shardsFailAlone) {
      for (const shard of asked) answers.set(shard, await shard.ask(question));
      return answers;
    }
    const results = await Promise.allSettled(asked.map((shard) => shard.ask(question)));
    results.forEach((result, index) => {
      if (result.status === 'fulfilled') answers.set(asked[index] as QueueShard, result.value);
    });
    const failure = results.find(({ status }) => status === 'rejected') as
      PromiseRejectedResult | undefined;
    if (failure && (answers.size === 0 || !isRedisAway(failure.reason))) throw failure.reason;
    return answers;
  }
}

function addUp(counts: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [state, jobs] of counts.flatMap((one) => Object.entries(one)))
    sum[state] = (sum[state] ?? 0) + jobs;
  return sum;
}

/** Opens the queue for a command, which ends and needs no Nest. The store must be there. */
export async function openLogQueue(
  backend: QueueBackend,
  logger: Logger,
): Promise<{ queue: LogQueue; close: () => Promise<void> }> {
  const options = backend.prepareBullMq();
  const queues = backend.shards.map(
    ({ queueName, prefix }) => new Queue(queueName, { ...options, ...(prefix ? { prefix } : {}) }),
  );
  const close = async () => {
    await Promise.all(queues.map((queue) => queue.close()));
    await backend.close();
  };
  return { queue: await LogQueue.open(queues, backend, logger), close };
}
