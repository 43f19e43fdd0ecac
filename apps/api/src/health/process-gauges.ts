import { answers } from '@app/lifecycle';
import type { ApiMetrics, RefusalReason } from '@app/observability';
import type { LogQueue } from '@app/queue';
import type { Pool } from '@app/storage';
import type { AnswerBudget } from '../overload/answer-budget.js';
import type { BodyBudget } from '../overload/body-budget.js';
import type { QueueObstacle, QueueSampler } from '../overload/queue-sampler.js';

export interface GaugeSources {
  metrics: ApiMetrics;
  pools: Record<'ingest' | 'reports', Pool>;
  bodies: BodyBudget;
  answers: AnswerBudget;
  sampler: QueueSampler;
}

const OBSTACLES = [
  'queue_full',
  'queue_behind',
  'queue_slow',
  'queue_away',
] as const satisfies QueueObstacle[] & RefusalReason[];

/** Returns everything that has a current value, as text for Prometheus. */
export function createGauges({ metrics, pools, bodies, answers: unread, sampler }: GaugeSources) {
  return async function renderMetrics(queue: LogQueue): Promise<string> {
    await setQueuedJobs(queue);
    metrics.bodyBytes.set(bodies.bytes);
    metrics.answerBytes.set(unread.bytes);
    if (sampler.sample) {
      metrics.sampledWaiting.set(sampler.sample.waiting);
      metrics.sampledAge.set(sampler.sample.oldestMs / 1000);
    }
    metrics.backlogSeconds.remove();
    if (sampler.backlog) metrics.backlogSeconds.set(sampler.backlog.ms / 1000);
    for (const reason of OBSTACLES)
      metrics.refusing.set({ reason }, sampler.obstacle === reason ? 1 : 0);
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      metrics.poolConnections.set({ pool, state: 'idle' }, idleCount);
      metrics.poolConnections.set({ pool, state: 'busy' }, totalCount - idleCount);
      metrics.poolWaiting.set({ pool }, waitingCount);
    }
    return metrics.registry.metrics();
  };

  /**
   * The gauge is left out while the queue is away, because an old number would look like a new one.
   */
  async function setQueuedJobs(queue: LogQueue): Promise<void> {
    metrics.queuedJobs.reset();
    const counting = queue.counts();
    const isThere = await answers(counting);
    for (const [shard, isAway] of queue.awayByShard())
      metrics.shardUp.set({ shard }, isThere && !isAway ? 1 : 0);
    if (!isThere) return;
    for (const [state, count] of Object.entries(await counting))
      metrics.queuedJobs.set({ state }, count);
  }
}

export const RENDER_METRICS = Symbol('RenderMetrics');
export type RenderMetrics = ReturnType<typeof createGauges>;
