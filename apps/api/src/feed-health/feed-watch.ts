import type { Clock, KeyHolder } from '@app/access';
import { REJECT_REASONS } from '@app/contracts';
import type { ApiMetrics, Logger } from '@app/observability';
import { type FeedCell, type FeedHealth, isInfrastructureError } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { DeliveryNotes } from './delivery-notes.js';
import {
  acceptedCell,
  type DeliveryPlace,
  FeedTally,
  type RecordCounts,
  refusedCell,
} from './feed-tally.js';

export interface FeedWatchDependencies {
  health: FeedHealth;
  clock: Clock;
  metrics: Pick<ApiMetrics, 'feedDeliveries' | 'feedRecords' | 'feedRejects'>;
  logger: Logger;
  tally?: FeedTally;
  /** Time between two writes. */
  everyMs?: number;
}

/** A crash loses what was counted in this time. */
const EVERY_MS = 10_000;

/**
 * Watches the deliveries of feeds. It counts in memory and writes what it counted every few
 * seconds, so that no request waits for it.
 */
export class FeedWatch {
  private readonly tally: FeedTally;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private failing = false;
  private dropped = 0;

  constructor(private readonly dependencies: FeedWatchDependencies) {
    this.tally = dependencies.tally ?? new FeedTally();
  }

  /**
   * Runs the work of one delivery, and counts what comes of it. The work is given the notes that it
   * fills.
   */
  async over<Counts extends RecordCounts>(
    { caller, feed }: { caller: Pick<KeyHolder, 'websiteId'>; feed: string },
    work: (notes: DeliveryNotes) => Promise<Counts>,
  ): Promise<Counts> {
    const { websiteId } = caller;
    if (websiteId === null) throw new Error('A Bot Tracking Key has a website');
    const place = { websiteId, feed };
    const notes = new DeliveryNotes(this.dependencies.clock.now());
    try {
      const counts = await work(notes);
      this.accept(place, counts, notes);
      return counts;
    } catch (error) {
      if (error instanceof ApiError) this.tally.add(refusedCell(place, error, notes.arrivedAt));
      throw error;
    }
  }

  start(): void {
    this.timer = setInterval(() => void this.write(), this.dependencies.everyMs ?? EVERY_MS);
    this.timer.unref();
  }

  /** Writes the rest. Deliveries must have ended before. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    await this.write();
    if (this.failing) this.dependencies.logger.warn('the last counts of feeds are lost');
  }

  private accept(place: DeliveryPlace, counts: RecordCounts, notes: DeliveryNotes): void {
    const { feedDeliveries, feedRecords, feedRejects } = this.dependencies.metrics;
    const { feed } = place;
    const { processed, skipped, rejected, reasons } = counts;
    feedDeliveries.inc({ feed });
    feedRecords.inc({ feed, result: 'entry' }, processed);
    feedRecords.inc({ feed, result: 'skipped' }, skipped);
    feedRecords.inc({ feed, result: 'rejected' }, rejected);
    for (const [reason, number] of Object.entries(reasons))
      if (reason in REJECT_REASONS) feedRejects.inc({ feed, reason }, number);
    const wanted = this.tally.wantedSamples(place, notes.arrivedAt);
    this.tally.add(acceptedCell(place, counts, notes, wanted));
  }

  /** Writes what was counted, unless a write is under way. */
  private write(): Promise<void> {
    this.writing ??= this.writeAll().finally(() => (this.writing = undefined));
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    const cells = this.tally.take();
    try {
      await this.dependencies.health.add(cells);
      this.failing = false;
    } catch (error) {
      this.keep(cells, error);
    }
    this.tellDropped();
  }

  /** What the database did not take is written later, unless the database refuses it as wrong. */
  private keep(cells: FeedCell[], error: unknown): void {
    const { logger } = this.dependencies;
    if (!isInfrastructureError(error)) {
      logger.error({ err: error }, 'counts of feeds were lost');
      return;
    }
    this.tally.giveBack(cells);
    if (!this.failing) logger.warn('counts of feeds are kept until the database is back');
    this.failing = true;
  }

  private tellDropped(): void {
    const deliveries = this.tally.dropped - this.dropped;
    if (deliveries > 0)
      this.dependencies.logger.warn({ deliveries }, 'deliveries of too many feeds: not counted');
    this.dropped = this.tally.dropped;
  }
}
