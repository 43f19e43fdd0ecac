import { loadLists, type LoadSettings, standingOf } from '@app/address-lists';
import { BOT_REGISTRY } from '@app/classification';
import type { VerifyLists } from '@app/config';
import type { Freshness } from '@app/contracts';
import type { AddressListStore } from '@app/storage';
import type { QueueSampler } from '../overload/queue-sampler.js';

/** How the lists by which visits are verified stand. */
type AddressLists = Freshness['address_lists'];

export interface FreshnessSources extends Pick<LoadSettings, 'lists' | 'bundled'> {
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
  private lists: Promise<AddressLists> | undefined;
  private readAt = 0;

  constructor(private readonly sources: FreshnessSources) {
    this.now = sources.now ?? (() => performance.now());
  }

  async read(): Promise<Freshness> {
    const { sampler } = this.sources;
    const sample = sampler.obstacle === 'queue_away' ? undefined : sampler.sample;
    return {
      behind_seconds: sample ? Math.round(sample.behindMs / 1_000) : null,
      waiting_jobs: sample?.waiting ?? null,
      address_lists: await this.addressLists(),
    };
  }

  private async addressLists(): Promise<AddressLists> {
    if (!this.lists || this.now() - this.readAt > LISTS_HOLD_MS) {
      this.readAt = this.now();
      this.lists = readLists(this.sources);
    }
    try {
      return await this.lists;
    } catch (error) {
      this.lists = undefined;
      throw error;
    }
  }
}

const UNKNOWN = { lists: null, current: null, old: null, missing: null, release_only: null };

/** The folder of `VERIFY_LISTS` is that of the workers, which this process may not have. */
async function readLists(sources: FreshnessSources): Promise<AddressLists> {
  const { from } = sources;
  if (typeof from !== 'string' || from === 'off') {
    const source = from === 'off' ? from : 'folder';
    return { source, oldest: null, ...UNKNOWN, old_lists: [] };
  }
  const rows = from === 'refresh' ? await sources.store.find() : [];
  const { lists: contents } = await loadLists({ ...sources, rows });
  const standing = standingOf(contents, Date.now(), sources.lists);
  const { oldest, lists, current, old, missing, oldLists, releaseOnly } = standing;
  const old_lists = oldLists.map(({ bots, fetchedAt }) => ({
    bots: bots.map(nameOf),
    fetched_at: new Date(fetchedAt).toISOString(),
  }));
  return {
    ...{ source: from, oldest, lists, current, old, missing, old_lists },
    release_only: releaseOnly,
  };
}

/** Every bot of a list is a row of the registry. */
const nameOf = (slug: string): string =>
  BOT_REGISTRY.find((bot) => bot.slug === slug)?.name ?? slug;
