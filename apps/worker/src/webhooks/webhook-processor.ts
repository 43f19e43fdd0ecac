import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import type { BeforeApplicationShutdown, Type } from '@nestjs/common';
import type { Logger } from '@app/observability';
import { WEBHOOK_QUEUE, type WebhookJob } from '@app/queue';
import type { Job } from 'bullmq';
import type { Deliver } from './deliver.js';

/**
 * Webhooks that one worker asks at the same time. Each waits for its receiver most of the time, for at
 * most 10 s.
 */
const CONCURRENCY = 32;
const STALLED_CHECK_MS = 5_000;
/** With BullMQ's default of 15 s, messages would wait that long after every short loss of the queue. */
const RETRY_MS = 2_000;

export interface WebhookProcessing {
  deliver: Deliver;
  /** After this long without a sign of life, the jobs of a worker are given to another one. */
  lockSeconds: number;
  logger: Logger;
}

/** Makes the class of the processor that delivers to webhooks. */
export function webhookProcessor(parts: WebhookProcessing): Type<WorkerHost> {
  const { deliver, lockSeconds, logger } = parts;

  @Processor(WEBHOOK_QUEUE, {
    concurrency: CONCURRENCY,
    lockDuration: lockSeconds * 1_000,
    stalledInterval: Math.min(STALLED_CHECK_MS, lockSeconds * 500),
    runRetryDelay: RETRY_MS,
  })
  class WebhookProcessor extends WorkerHost implements BeforeApplicationShutdown {
    private isStopping = false;

    process({ data }: Job<WebhookJob>): Promise<void> {
      return deliver(data.webhook, () => this.isStopping);
    }

    /** Attempts under way end; nothing is begun any more. */
    beforeApplicationShutdown(): void {
      this.isStopping = true;
    }

    /** The upkeep finds the webhook again. */
    @OnWorkerEvent('failed')
    onFailed(job: Job<WebhookJob> | undefined, error: Error): void {
      logger.warn({ webhook: job?.data.webhook, reason: error.message }, 'a webhook was postponed');
    }

    @OnWorkerEvent('error')
    onError(error: Error): void {
      logger.warn({ reason: error.message }, 'queue connection');
    }
  }
  return WebhookProcessor;
}
