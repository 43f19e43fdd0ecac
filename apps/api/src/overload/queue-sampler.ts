import type { Logger } from '@app/observability';
import type { LogQueue, Turn } from '@app/queue';
import { type Backlog, QueuePace } from './queue-pace.js';
import { QueueGate, type QueueObstacle } from './queue-gate.js';
import { type QueueLimits, type QueueSample, widen } from './queue-pressure.js';

export type { QueueObstacle } from './queue-gate.js';

export interface QueueSamplerOptions {
  limits: QueueLimits;
  logger: Logger;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

const EVERY_MS = 250;
/** The last sample is valid for this long. After that the queue counts as away. */
const HOLDS_MS = 5_000;

/**
 * Looks at the queue four times a second, so that no request has to do it. BullMQ itself accepts
 * jobs until its store is full.
 */
export class QueueSampler {
  /** The newest sample; undefined before the first one. */
  sample: QueueSample | undefined;
  /**
   * A gate for each turn, because batches that come first are still accepted when others are not.
   */
  readonly gates: Record<Turn, QueueGate>;
  /**
   * How much work waited at the newest sample. It is undefined while the pace of the workers is not
   * known.
   */
  backlog: Backlog | undefined;

  private readonly now: () => number;
  private readonly pace = new QueuePace();
  private sampledAt: number;
  private underWay = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: QueueSamplerOptions) {
    this.now = options.now ?? (() => performance.now());
    this.sampledAt = this.now();
    const { limits } = options;
    this.gates = { first: new QueueGate(widen(limits)), later: new QueueGate(limits) };
  }

  /** Why some or all batches are refused now, or undefined while all are accepted. */
  get obstacle(): QueueObstacle | undefined {
    return this.gates.later.obstacle;
  }

  start(read: () => Promise<QueueSample>): void {
    this.timer = setInterval(() => void this.tick(read), EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /**
   * Takes one sample, unless one is still under way: another one would take one more of the
   * connections that batches need. A sample ends at the latest by the time limits of the store's
   * client.
   */
  async tick(read: () => Promise<QueueSample>): Promise<void> {
    if (this.now() - this.sampledAt > HOLDS_MS) this.findAway();
    if (this.underWay) return;
    this.underWay = true;
    try {
      this.take(await read());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.options.logger.debug({ reason }, 'the queue could not be sampled');
    } finally {
      this.underWay = false;
    }
  }

  private take(sample: QueueSample): void {
    this.sample = sample;
    this.sampledAt = this.now();
    this.backlog = this.pace.see({ atMs: this.sampledAt, ...sample });
    const { backlog } = this;
    this.move((gate, turn) => gate.see({ ...sample, backlog: backlogOf(turn, backlog, sample) }));
  }

  private findAway(): void {
    this.backlog = undefined;
    this.move((gate) => gate.findAway());
  }

  /** Logs a change once, and not with every sample. */
  private move(change: (gate: QueueGate, turn: Turn) => void): void {
    for (const turn of ['first', 'later'] as const) {
      const gate = this.gates[turn];
      const before = gate.obstacle;
      change(gate, turn);
      if (gate.obstacle !== before) this.tell(turn, gate.obstacle);
    }
  }

  private tell(turn: Turn, obstacle: QueueObstacle | undefined): void {
    const { logger } = this.options;
    const { waiting, oldestMs } = this.sample ?? {};
    const backlogMs = this.backlog && Math.round(this.backlog.ms);
    const seen = { turn, waiting, oldestMs, backlogMs };
    if (obstacle) logger.warn({ reason: obstacle, ...seen }, 'new batches are refused');
    else logger.info(seen, 'new batches are taken again');
  }
}

/**
 * Returns the work that is done before a new batch with this turn. Before a batch that comes first,
 * that is only the work of the other batches that come first.
 */
function backlogOf(
  turn: Turn,
  backlog: Backlog | undefined,
  { waiting, first }: QueueSample,
): Backlog | undefined {
  if (!backlog || turn === 'later') return backlog;
  return { ...backlog, ms: (backlog.ms * first) / waiting };
}

/**
 * Reads a sample. Postponed jobs count as waiting too, because workers postpone one job after the
 * other while the database is away. The questions are asked one after the other, so that a sample
 * takes one connection only.
 */
export async function sampleQueue(
  queue: Pick<LogQueue, 'lines' | 'finished' | 'ages'>,
): Promise<QueueSample> {
  const { first, later, postponed } = await queue.lines();
  const finished = await queue.finished();
  const { inHandMs: oldestMs, allMs: behindMs } = await queue.ages();
  const ready = first + later;
  return { waiting: ready + postponed, ready, first, oldestMs, behindMs, finished };
}
