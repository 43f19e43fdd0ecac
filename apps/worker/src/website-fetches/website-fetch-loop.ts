import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchKind } from '@app/contracts';
import type { Logger, WorkerMetrics } from '@app/observability';
import type { ClaimedFetch, WebsiteFetches } from '@app/storage';
import type { FetchResult } from './fetch-result.js';
import { nextFetchIn } from './next-fetch.js';

/** A fetch that was made. `keep` stores what the website has; without it, what was stored stays. */
export interface MadeFetch extends FetchResult {
  keep?: () => Promise<unknown>;
}

/** Makes a fetch. The signal ends it; what comes of it then is not looked at. */
export type MakeFetch = (claimed: ClaimedFetch, signal: AbortSignal) => Promise<MadeFetch>;

export interface WebsiteFetchSettings {
  kind: FetchKind;
  fetches: Pick<WebsiteFetches, 'claim' | 'has' | 'note' | 'giveBack' | 'end'>;
  make: MakeFetch;
  /** How many are made at the same time. */
  atTheSameTime: number;
  /** How many of an account, of both kinds and in all workers, may be under way. */
  ofAnAccount: number;
  /** The most seconds that one takes. */
  mostSeconds: number;
  metrics: Pick<WorkerMetrics, 'websiteFetches'>;
  logger: Logger;
  /** How often each of them looks whether one is due. */
  lookMs?: number;
}

const LOOK_MS = 5_000;

/**
 * Makes the fetches of a kind that are due, a few at the same time. All workers do, and the database
 * gives each fetch to one of them. No connection to the database is held while a website is asked.
 */
export class WebsiteFetchLoop {
  private readonly stopping = new AbortController();
  private lanes: Promise<void>[] = [];

  constructor(private readonly settings: WebsiteFetchSettings) {}

  start(): void {
    this.lanes = Array.from({ length: this.settings.atTheSameTime }, () => this.lane());
  }

  /** Gives up what is being fetched, which is then due again at once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.lanes);
  }

  private async lane(): Promise<void> {
    const { signal } = this.stopping;
    const { kind, logger, lookMs = LOOK_MS } = this.settings;
    while (!signal.aborted) {
      const isMade = await this.makeNext().catch((error: Error) => {
        logger.warn({ kind, reason: error.message }, 'a fetch from a website was postponed');
        return false;
      });
      if (!isMade) await sleep(lookMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Returns false when none is due. */
  private async makeNext(): Promise<boolean> {
    const { fetches, kind, mostSeconds, ofAnAccount, make } = this.settings;
    const { signal } = this.stopping;
    const claimed = await fetches.claim({ kind, mostSeconds, atTheSameTime: ofAnAccount });
    if (!claimed) return false;
    this.tellOfUnfinished(claimed);
    try {
      // The worker may have been told to stop while it claimed this fetch.
      const made = signal.aborted ? undefined : await make(claimed, signal);
      // A worker that stops has learnt nothing about the website.
      if (!made || signal.aborted) await fetches.giveBack(claimed);
      else if (await fetches.has(claimed)) await this.settle(claimed, made);
    } finally {
      await fetches.end(claimed);
    }
    return true;
  }

  /** Tells that a worker did not live to the end of a fetch. This file may be the reason. */
  private tellOfUnfinished({ website, unfinished }: ClaimedFetch): void {
    const { kind, metrics, logger } = this.settings;
    if (unfinished === 0) return;
    metrics.websiteFetches.inc({ kind, outcome: 'interrupted' });
    logger.warn(
      { website, kind, unfinished },
      'a worker ended before its fetch from a website did',
    );
  }

  private async settle(claimed: ClaimedFetch, { outcome, status, keep }: MadeFetch): Promise<void> {
    const { fetches, metrics, logger } = this.settings;
    const { kind, website, succeeded_at: succeededAt } = claimed;
    await keep?.();
    const succeeded = keep !== undefined;
    const now = Date.now();
    const dueInSeconds = nextFetchIn({ succeeded, succeededAt, now, random: Math.random() });
    await fetches.note(claimed, { outcome, status, succeeded, dueInSeconds });
    metrics.websiteFetches.inc({ kind, outcome });
    const facts = { website, kind, outcome, status, nextInSeconds: Math.round(dueInSeconds) };
    if (succeeded) logger.debug(facts, 'a file of a website was fetched');
    else logger.info(facts, 'a file of a website was not fetched: the last one stays');
  }
}
