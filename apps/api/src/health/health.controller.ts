import { Controller, Header, Inject } from '@nestjs/common';
import { LogQueue } from '@app/queue';
import { z } from 'zod';
import { success } from '../http/answer.js';
import { unavailable } from '../http/api-error.js';
import { route, Serves } from '../http/route.js';
import { RENDER_METRICS, type RenderMetrics } from './process-gauges.js';
import { Readiness } from './readiness.js';
import { sparingly } from './sparingly.js';

const operation = { tag: 'Operations', method: 'GET', access: 'public' } as const;
const probe = { ...operation, isProbe: true } as const;
const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

export const ALIVE = route({
  ...probe,
  id: 'isAlive',
  summary: 'The process lives',
  path: '/healthz',
  answer: {
    description: 'It does.',
    data: z.object({ status: z.literal('alive') }),
    example: { status: 'alive' },
  },
});

export const READY = route({
  ...probe,
  id: 'isReady',
  summary: 'It can accept and serve',
  path: '/readyz',
  answer: {
    description: 'It can.',
    data: z.object({
      status: z.literal('ready'),
      bots_file: z
        .string()
        .nullable()
        .describe('SHA-256 of the file that BOTS_FILE names; null without one'),
    }),
    example: { status: 'ready', bots_file: null },
  },
  codes: ['SERVICE_UNAVAILABLE'],
});

export const METRICS = route({
  ...operation,
  id: 'readMetrics',
  summary: 'Prometheus metrics',
  path: '/metrics',
  answer: { description: 'The metrics.', contentType: 'text/plain', body: z.string() },
  codes: ['MISDIRECTED_REQUEST', 'RATE_LIMITED'],
});

/** The digest of the file with the operator's own rows of bots, or null without one. */
export const BOTS_FILE_DIGEST = Symbol('BotsFileDigest');

/**
 * Routes for operators. They need no key and have no rate limit; what they cost is bounded by
 * `sparingly`.
 */
@Controller()
export class HealthController {
  private readonly render: () => Promise<string>;

  constructor(
    private readonly readiness: Readiness,
    @Inject(RENDER_METRICS) renderMetrics: RenderMetrics,
    @Inject(BOTS_FILE_DIGEST) private readonly botsFile: string | null,
    queue: LogQueue,
  ) {
    this.render = sparingly(() => renderMetrics(queue));
  }

  @Serves(ALIVE)
  alive() {
    return success({ status: 'alive' });
  }

  @Serves(READY)
  async ready() {
    const obstacle = await this.readiness.obstacle();
    if (obstacle) throw unavailable(obstacle);
    return success({ status: 'ready', bots_file: this.botsFile });
  }

  @Serves(METRICS)
  @Header('content-type', PROMETHEUS)
  prometheus(): Promise<string> {
    return this.render();
  }
}
