import type { Clock, KeyHolder } from '@app/access';
import { REJECT_REASONS } from '@app/contracts';
import type { ApiMetrics, Logger } from '@app/observability';
import {
  type DomainsOfAccounts,
  type FeedCell,
  type FeedHealth,
  isInfrastructureError,
} from '@app/storage';
import { ApiError } from '../http/api-error.js';
import {
  type AcceptedDelivery,
  acceptedCells,
  type RecordCounts,
  refusedCell,
} from './delivery-cells.js';
import { DeliveryNotes } from './delivery-notes.js';
import { FeedTally } from './feed-tally.js';
import { KnownWebsites } from './known-websites.js';

export interface FeedWatchDependencies {
  health: FeedHealth;
  domains: Pick<DomainsOfAccounts, 'find'>;
  clock: Clock;
  metrics: Pick<ApiMetrics, 'feedDeliveries' | 'feedRecords' | 'feedRejects'>;
  logger: Logger;
  tally?: FeedTally;
  /** Time between two writes. */
  everyMs?: number;
}

/** A crash loses what was counted in this time. */
const EVERY_MS = 10_000;
const NO_WEBSITES: ReadonlyMap<string, number> = new Map();

/**
 * Watches the deliveries of feeds. It counts in memory and writes what it counted every few
 * seconds, so that no request waits for it. Entries count for the website of their host, as in the
 * worker, among the websites that the account had after the last write.
 */
export class FeedWatch {
  private readonly tally: FeedTally;
  private readonly websites: KnownWebsites;
  /** Deliveries whose websites are looked up. */
  private readonly underWay = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private failing = false;
  private dropped = 0;

  constructor(private readonly dependencies: FeedWatchDependencies) {
    const { domains, tally } = dependencies;
    this.tally = tally ?? new FeedTally();
    this.websites = new KnownWebsites(domains.find);
  }

  /**
   * Runs the work of one delivery, and counts what comes of it. The work is given the notes that it
   * fills.
   */
  async over<Counts extends RecordCounts>(
    { caller, feed }: { caller: Pick<KeyHolder, 'accountId' | 'websiteId'>; feed: string },
    work: (notes: DeliveryNotes) => Promise<Counts>,
  ): Promise<Counts> {
    const { accountId, websiteId } = caller;
    if (websiteId === null) throw new Error('A Bot Tracking Key has a website');
    const place = { websiteId, feed };
    const notes = new DeliveryNotes(this.dependencies.clock.now());
    try {
      const counts = await work(notes);
      this.measure(feed, counts);
      this.doBeside(this.count(accountId, { place, counts, notes }));
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
    await Promise.all(this.underWay);
    await this.writing;
    await this.write();
    if (this.failing) this.dependencies.logger.warn('the last counts of feeds are lost');
  }

  private measure(feed: string, { processed, skipped, rejected, reasons }: RecordCounts): void {
    const { feedDeliveries, feedRecords, feedRejects } = this.dependencies.metrics;
    feedDeliveries.inc({ feed });
    feedRecords.inc({ feed, result: 'entry' }, processed);
    feedRecords.inc({ feed, result: 'skipped' }, skipped);
    feedRecords.inc({ feed, result: 'rejected' }, rejected);
    for (const [reason, number] of Object.entries(reasons))
      if (reason in REJECT_REASONS) feedRejects.inc({ feed, reason }, number);
  }

  private doBeside(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  /** Counts an accepted delivery. It never fails. */
  private async count(accountId: number, delivery: AcceptedDelivery): Promise<void> {
    const websites = await this.websitesOf(accountId);
    const wantedSamples = this.tally.wantedSamples.bind(this.tally);
    for (const cell of acceptedCells(delivery, websites, wantedSamples)) this.tally.add(cell);
  }

  /** While the database is away, websites that are not known yet have no entries of their hosts. */
  private websitesOf(accountId: number): Promise<ReadonlyMap<string, number>> {
    return this.websites.of(accountId).catch((error: unknown) => {
      if (!isInfrastructureError(error))
        this.dependencies.logger.error({ err: error }, 'websites of a delivery were not found');
      return NO_WEBSITES;
    });
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
      this.websites.forget();
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
