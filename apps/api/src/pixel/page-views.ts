import { randomUUID } from 'node:crypto';
import type { AddressLimit, Clock, RateLimits, TrackedWebsite, TrackingIds } from '@app/access';
import type { ApiMetrics, Logger, RefusalReason } from '@app/observability';
import { isInfrastructureError } from '@app/storage';
import type { FeedWatch } from '../feed-health/feed-watch.js';
import type { RawQuery } from '../http/asked.js';
import { ApiError, unavailable } from '../http/api-error.js';
import { EntryBatch } from '../ingest/entry-batch.js';
import {
  countAccepted,
  type QueueBatch,
  type QueueBatchDependencies,
} from '../ingest/queue-batch.js';
import type { AccountShares } from '../overload/account-shares.js';
import type { QueueSampler } from '../overload/queue-sampler.js';
import {
  entryOf,
  isWithin,
  type PageView,
  type PageViewFault,
  readPageView,
  type Visitor,
} from './page-view.js';

export interface PageViewsDependencies {
  trackingIds: TrackingIds;
  addressLimit: AddressLimit;
  rateLimits: Pick<RateLimits, 'takePixelView'>;
  sampler: Pick<QueueSampler, 'gates'>;
  shares: Pick<AccountShares, 'turnOf'>;
  queueBatch: QueueBatch;
  feedWatch: FeedWatch;
  clock: Clock;
  metrics: QueueBatchDependencies['metrics'] & Pick<ApiMetrics, 'pixelViews'>;
  logger: Logger;
  /** How long views of a website are collected before they become a batch. */
  collectMs?: number;
}

/** A request for the pixel. */
export interface PixelRequest extends Visitor {
  query: RawQuery;
  refererHeader: string | undefined;
}

/** Why a view is not counted. It is a closed set, because it is a label of a metric. */
type NotCounted =
  | PageViewFault
  | RefusalReason
  | 'address_limit'
  | 'crowded'
  | 'unknown_id'
  | 'other_host'
  | 'website_limit'
  | 'failed';

/** Views of a website that become a batch together. */
interface Collected {
  website: TrackedWebsite;
  entries: EntryBatch;
  bytes: number;
  timer: NodeJS.Timeout;
}

/** A view that comes alone is queued after this time. A crash loses what was collected in it. */
const COLLECT_MS = 1_000;
/** A batch of this many views is queued at once. */
const LARGEST_BATCH = 500;
/** Views that a process holds, of all websites. One has at most about 12 KiB. */
const MOST_HELD = 2_000;

/**
 * Counts views of pages by their pixels. The visitor already has the image, so nothing here may
 * fail or refuse: a view that cannot be counted is dropped and appears in a metric. Views are
 * collected for a moment, so that a busy website makes one small batch in it, and not one for each
 * view.
 */
export class PageViews {
  private readonly collected = new Map<number, Collected>();
  private readonly underWay = new Set<Promise<void>>();
  private held = 0;

  constructor(private readonly dependencies: PageViewsDependencies) {}

  /** Counts a view beside the answer to its request. */
  note(request: PixelRequest): void {
    const { addressLimit } = this.dependencies;
    if (addressLimit.count(request.address) > 0) return this.drop('address_limit');
    const view = readPageView(request.query, request.refererHeader);
    if ('fault' in view) return this.drop(view.fault);
    if (this.held >= MOST_HELD) return this.drop('crowded');
    this.held++;
    this.doBeside(this.take(view, request));
  }

  /** Queues what was collected. No further view may come. */
  async stop(): Promise<void> {
    await Promise.all(this.underWay);
    for (const websiteId of this.collected.keys()) this.queue(websiteId);
    await Promise.all(this.underWay);
  }

  private doBeside(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  /** Collects a view, unless there is a reason not to count it. It never fails. */
  private async take(view: PageView, visitor: Visitor): Promise<void> {
    const found = await this.websiteOf(view).catch((error: unknown) => this.reasonOf(error));
    if (typeof found === 'object') this.collect(found, view, visitor);
    else this.release(1, found);
  }

  private async websiteOf({ trackingId, host }: PageView): Promise<TrackedWebsite | NotCounted> {
    const { trackingIds, rateLimits } = this.dependencies;
    const website = await trackingIds.find(trackingId);
    if (!website) return 'unknown_id';
    if (!isWithin(host, website.domain)) return 'other_host';
    return (await rateLimits.takePixelView(website.id)) ? website : 'website_limit';
  }

  private collect(website: TrackedWebsite, view: PageView, visitor: Visitor): void {
    const known = this.collected.get(website.id) ?? this.begin(website);
    const input = entryOf(view, visitor, this.dependencies.clock.now());
    known.entries.add(input, input.timestamp as number);
    known.bytes +=
      view.path.length + (visitor.userAgent?.length ?? 0) + (view.referer?.length ?? 0);
    if (known.entries.count >= LARGEST_BATCH) this.queue(website.id);
  }

  private begin(website: TrackedWebsite): Collected {
    const { collectMs = COLLECT_MS } = this.dependencies;
    const timer = setTimeout(() => this.queue(website.id), collectMs);
    const begun = { website, entries: new EntryBatch(() => false), bytes: 0, timer };
    this.collected.set(website.id, begun);
    return begun;
  }

  private queue(websiteId: number): void {
    const batch = this.collected.get(websiteId);
    if (!batch) return;
    clearTimeout(batch.timer);
    this.collected.delete(websiteId);
    const { count } = batch.entries;
    this.doBeside(
      this.send(batch).then(
        () => this.release(count, 'counted'),
        (error: unknown) => this.release(count, this.reasonOf(error)),
      ),
    );
  }

  private async send({ website, entries: batch, bytes }: Collected): Promise<void> {
    const { feedWatch, queueBatch } = this.dependencies;
    const { id: websiteId, accountId } = website;
    const caller = { accountId, websiteId };
    const entries = batch.columns();
    await feedWatch.over({ caller, feed: 'pixel' }, async (notes) => {
      this.checkQueue(accountId);
      notes.entries(entries);
      await queueBatch({ id: undefined, requestId: randomUUID(), caller, entries, bytes });
      return { processed: entries.count, skipped: 0, rejected: 0, reasons: {} };
    });
    countAccepted(this.dependencies, entries.count, batch.sanitised);
  }

  /** Throws ApiError SERVICE_UNAVAILABLE while the queue takes no batch of this account. */
  private checkQueue(accountId: number): void {
    const { sampler, shares } = this.dependencies;
    const { obstacle } = sampler.gates[shares.turnOf(accountId)];
    if (obstacle) throw unavailable('The queue takes no page views now', obstacle);
  }

  private reasonOf(error: unknown): NotCounted {
    if (error instanceof ApiError && error.refusal) return error.refusal;
    if (isInfrastructureError(error)) return 'database_away';
    this.dependencies.logger.error({ err: error }, 'page views were not counted');
    return 'failed';
  }

  private release(views: number, result: NotCounted | 'counted'): void {
    this.held -= views;
    this.dependencies.metrics.pixelViews.inc({ result }, views);
  }

  private drop(result: NotCounted): void {
    this.dependencies.metrics.pixelViews.inc({ result });
  }
}
