import {
  type FileFault,
  isCutOff,
  isOfNetwork,
  type ListInUse,
  type LoadSettings,
  loadLists,
  type Reach,
  reachOf,
  type Refreshed,
  refreshDueLists,
  type RefreshSettings,
} from '@app/address-lists';
import { repeat } from '@app/lifecycle';
import type { Logger, WorkerMetrics } from '@app/observability';
import { type AddressLists, compileLists } from '@app/verification';

export interface ListsSettings extends RefreshSettings, Pick<LoadSettings, 'from'> {
  logger: Logger;
  metrics: Pick<WorkerMetrics, 'listRefreshes'>;
  /** How often the lists are read again. */
  reloadMs?: number;
  /** How often a worker looks whether a list is due. */
  lookMs?: number;
}

/** All workers judge by the same lists at most five minutes after one has fetched them. */
const RELOAD_MS = 4 * 60_000;
const LOOK_MS = 5 * 60_000;

/**
 * The lists by which this worker judges. They are read again every few minutes, from the database
 * or from a folder. With `refresh`, the workers also fetch them from their operators: every list is
 * due once a day, and the worker that finds it due first fetches it for all. Neither ever holds up
 * a visit: until new lists are compiled, the old ones are in use. Without a network, one worker says
 * so once.
 */
export class ListsInUse {
  private lists: ListInUse[] = [];
  private compiled: AddressLists;
  private faults = '';
  /** What the database knew about the last tries when it was read last. */
  private reach: Reach | undefined;
  private readonly stopping = new AbortController();
  private loops: Promise<void>[] = [];

  constructor(private readonly settings: ListsSettings) {
    this.compiled = compileLists([], settings.lists);
  }

  /** The lists now. A caller that keeps them for a while does not see newer ones. */
  current(): AddressLists {
    return this.compiled;
  }

  /** Returns for each list how many seconds ago it was last found valid. */
  ages(): { list: string; seconds: number }[] {
    const now = Date.now();
    return this.lists.map(({ id, fetchedAt }) => ({
      list: id,
      seconds: Math.max(0, (now - Date.parse(fetchedAt)) / 1_000),
    }));
  }

  /** Reads the lists, and keeps them current from then on. */
  async start(): Promise<void> {
    const { from, reloadMs = RELOAD_MS, lookMs = LOOK_MS } = this.settings;
    const { signal } = this.stopping;
    await this.reload();
    if (from === 'bundled' || from === 'off') return;
    this.loops.push(repeat(reloadMs, signal, () => this.reload()));
    if (from !== 'refresh') return;
    if (this.isCutOff()) this.tellNoWay();
    this.loops.push(this.refresh().then(() => repeat(lookMs, signal, () => this.refresh())));
  }

  /** Gives up what is being fetched, which is due again later. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.loops);
  }

  private async reload(): Promise<void> {
    const { settings } = this;
    try {
      const rows = settings.from === 'refresh' ? await settings.store.find() : [];
      const { lists, faults } = await loadLists({ ...settings, rows });
      if (settings.from === 'refresh' && !this.reach && rows.length === 0) this.tellFirst();
      this.reach = reachOf(rows, settings.lists);
      this.tell(faults);
      if (isSame(lists, this.lists)) return;
      this.compiled = compileLists(lists, settings.lists);
      this.lists = lists;
    } catch (error) {
      settings.logger.warn({ reason: messageOf(error) }, 'the address lists could not be read');
      if (this.lists.length > 0) return;
      // A worker that starts without a database judges by what came with the release.
      const { lists } = await loadLists({ ...settings, from: 'bundled', rows: [] });
      this.compiled = compileLists(lists, settings.lists);
      this.lists = lists;
    }
  }

  /** Says once what is wrong with the files, and again when it changes. */
  private tell(faults: readonly FileFault[]): void {
    const text = JSON.stringify(faults);
    if (text === this.faults) return;
    this.faults = text;
    const { logger, metrics } = this.settings;
    for (const { file, list, fault } of faults) {
      logger.warn({ file, reason: fault }, 'a file with an address list is not used');
      if (list !== undefined) metrics.listRefreshes.inc({ list, outcome: 'refused' });
    }
  }

  private async refresh(): Promise<void> {
    const { logger, metrics } = this.settings;
    const wasCutOff = this.isCutOff();
    try {
      const refreshed = await refreshDueLists({ ...this.settings, signal: this.stopping.signal });
      for (const { list, outcome } of refreshed) metrics.listRefreshes.inc({ list, outcome });
      if (refreshed.length === 0) return;
      await this.reload();
      this.log(refreshed);
      if (this.isCutOff() && !wasCutOff) this.tellNoWay();
      if (!this.isCutOff() && wasCutOff)
        logger.info("the bots' operators can be reached again: their lists are fetched daily");
    } catch (error) {
      logger.warn({ reason: messageOf(error) }, 'the refresh of the address lists was postponed');
    }
  }

  private isCutOff(): boolean {
    return this.reach !== undefined && isCutOff(this.reach);
  }

  /** Says what nobody has to set any more, before it is done for the first time. */
  private tellFirst(): void {
    this.settings.logger.info(
      "from now on, lists of bots' addresses are fetched daily from the bots' operators; nothing about visitors is sent there, and VERIFY_LISTS=bundled fetches nothing",
    );
  }

  /** Says what is used instead, and what to do. */
  private tellNoWay(): void {
    const days = this.lists.map(({ fetchedAt }) => fetchedAt.slice(0, 10)).sort();
    const isOfRelease = this.lists.every(({ origin }) => origin === 'bundled');
    const { lists, unreachable, reason } = this.reach ?? {};
    this.settings.logger.warn(
      { unreachable: `${unreachable} of ${lists}`, reason, oldest: days[0], newest: days.at(-1) },
      `the bots' operators cannot be reached, so the lists of addresses ${isOfRelease ? 'of this release' : 'that were fetched last'} are used: let the workers reach port 443 outside, or set VERIFY_LISTS=bundled; this is told once, and tried again every hour`,
    );
  }

  /**
   * One line for all that went well, and one for all that did not. Who cannot reach anybody was told
   * so, and not again for each list and hour.
   */
  private log(refreshed: readonly Refreshed[]): void {
    const { logger } = this.settings;
    const missed = refreshed.filter(({ reason }) => reason !== null);
    const failures = missed.filter(
      ({ reason }) => !(this.isCutOff() && isOfNetwork(reason as string)),
    );
    if (refreshed.length > missed.length) {
      const changed = refreshed.filter(({ outcome }) => outcome === 'changed');
      const unchanged = refreshed.filter(({ outcome }) => outcome === 'unchanged');
      logger.info(
        { changed: changed.map(({ list }) => list), unchanged: unchanged.length },
        'address lists were refreshed',
      );
    }
    if (failures.length > 0) {
      const reasons = Object.fromEntries(failures.map(({ list, reason }) => [list, reason]));
      logger.warn(
        { reasons },
        'address lists were not refreshed: their last valid contents stay in use',
      );
    }
  }
}

function isSame(some: readonly ListInUse[], others: readonly ListInUse[]): boolean {
  const keysOf = (lists: readonly ListInUse[]) =>
    lists.map(({ id, fetchedAt, origin }) => `${id} ${fetchedAt} ${origin}`).join('\n');
  return keysOf(some) === keysOf(others);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
