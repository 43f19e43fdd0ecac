import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { Metrics } from '@app/observability';
import { LogQueue } from '@app/queue';
import { unavailable } from '../http/api-error.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { METRICS, READINESS } from '../tokens.js';
import type { Readiness } from './readiness.js';

/** For operators: no key, no rate limit. */
@Controller()
export class HealthController {
  constructor(
    @Inject(READINESS) private readonly readiness: Readiness,
    @Inject(METRICS) private readonly metrics: Metrics,
    private readonly queue: LogQueue,
  ) {}

  @Get('healthz')
  @Access('public')
  alive() {
    return success({ status: 'alive' });
  }

  @Get('readyz')
  @Access('public')
  async ready() {
    const obstacle = await this.readiness.obstacle();
    if (obstacle) throw unavailable(obstacle);
    return success({ status: 'ready' });
  }

  @Get('metrics')
  @Access('public')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async prometheus(): Promise<string> {
    const counts = await this.queue.counts().catch(() => ({}));
    for (const [state, count] of Object.entries(counts))
      this.metrics.queuedJobs.set({ state }, count);
    return this.metrics.registry.metrics();
  }
}
