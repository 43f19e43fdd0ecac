import { loadLists } from '@app/address-lists';
import type { VerifyLists } from '@app/config';
import type { Freshness } from '@app/contracts';
import type { AddressListStore } from '@app/storage';
import type { QueueSampler } from '../overload/queue-sampler.js';

export interface FreshnessSources {
  sampler: Pick<QueueSampler, 'sample' | 'obstacle'>;
  /** `VERIFY_LISTS`. */
  from: VerifyLists;
  store: Pick<AddressListStore, 'find'>;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** Lists change once a day, and everybody who looks at a page asks for their age. */
const LISTS_HOLD_MS = 60_000;

/** Tells how far reports are behind what was sent. */
export class FreshnessOfReports {
  private readonly now: () => number;
  private oldest: Promise<string | null> | undefined;
  private readAt = 0;

  constructor(private readonly sources: FreshnessSources) {
    this.now = sources.now ?? (() => performance.now());
  }

  async read(): Promise<Freshness> {
    const { sampler, from } = this.sources;
    const sample = sampler.obstacle === 'queue_away' ? undefined : sampler.sample;
    return {
      behind_seconds: sample ? Math.round(sample.behindMs / 1_000) : null,
      waiting_jobs: sample?.waiting ?? null,
      address_lists: {
        source: typeof from === 'string' ? from : 'folder',
        oldest: await this.oldestList(),
      },
    };
  }

  private async oldestList(): Promise<string | null> {
    if (!this.oldest || this.now() - this.readAt > LISTS_HOLD_MS) {
      this.readAt = this.now();
      this.oldest = readOldest(this.sources);
    }
    try {
      return await this.oldest;
    } catch (error) {
      this.oldest = undefined;
      throw error;
    }
  }
}

/** The folder of `VERIFY_LISTS` is that of the workers, which this process may not have. */
async function readOldest({ from, store }: FreshnessSources): Promise<string | null> {
  if (typeof from !== 'string') return null;
  const { lists } = await loadLists({ from, store });
  const times = lists.map(({ fetchedAt }) => Date.parse(fetchedAt));
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}
