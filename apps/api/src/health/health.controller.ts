import { Controller, Get, Header, Inject } from '@nestjs/common';
import { LogQueue } from '@app/queue';
import { unavailable } from '../http/api-error.js';
import { Access } from '../http/route-access.js';
import { success } from '../http/success.js';
import { RENDER_METRICS, type RenderMetrics } from './process-gauges.js';
import { Readiness } from './readiness.js';

/** Routes for operators. They need no key and have no rate limit. */
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    @Inject(RENDER_METRICS) private readonly renderMetrics: RenderMetrics,
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
  prometheus(): Promise<string> {
    return this.renderMetrics(this.queue);
  }
}
