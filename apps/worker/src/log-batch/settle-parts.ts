import type { BatchHead } from '@app/contracts';
import type { DeadEntries, VisitWriter } from '@app/storage';
import { afterFailure } from './after-failure.js';
import { deadEntry } from './dead-entry.js';
import type { PrepareVisits } from './prepare-visits.js';
import { type BatchPart, halve } from './split-batch.js';
import { type Settlement, SETTLED_NOTHING } from './settlement.js';
import type { IpStorage } from './stored-address.js';

export interface SettlePartsDependencies {
  prepareVisits: PrepareVisits;
  writer: VisitWriter;
  deadEntries: DeadEntries;
  ipStorage: IpStorage;
  /** Told of every part that is taken up: a batch in many parts may take long. */
  onPart?: () => void;
  /** Told how many entries were left out, because their website is deleted. */
  countDropped?: (entries: number) => void;
}

export type SettleParts = (
  batch: BatchHead,
  parts: BatchPart[],
  lastTry: boolean,
) => Promise<Settlement>;

/**
 * Writes the parts of a batch in order; a part that the database refuses is halved until the entry at
 * fault stands alone and is buried. Whatever is settled has a row in the ledger in the same transaction,
 * so a crash or a redelivery anywhere in between neither loses nor doubles. It never throws.
 */
export function createSettleParts(dependencies: SettlePartsDependencies): SettleParts {
  return (batch, parts, lastTry) => new Settling(dependencies, batch, lastTry).settle(parts);
}

/** A batch in one delivery of its job. */
class Settling {
  private readonly sum: Settlement = { ...SETTLED_NOTHING };

  constructor(
    private readonly dependencies: SettlePartsDependencies,
    private readonly batch: BatchHead,
    private readonly lastTry: boolean,
  ) {}

  async settle(parts: BatchPart[]): Promise<Settlement> {
    const open = [...parts];
    for (let part = open.shift(); part; part = open.shift()) {
      this.dependencies.onPart?.();
      try {
        open.unshift(...(await this.take(part)));
      } catch (error) {
        this.sum.failure = error;
        this.sum.left += [part, ...open].reduce((count, { entries }) => count + entries.length, 0);
        break;
      }
    }
    return this.sum;
  }

  /** The halves that are to be settled instead, if any; throws when the delivery must end. */
  private async take(part: BatchPart): Promise<BatchPart[]> {
    try {
      return await this.write(part);
    } catch (error) {
      const { sum, lastTry } = this;
      const entries = part.entries.length;
      const othersRetry = sum.failure !== undefined;
      switch (afterFailure(error, { entries, lastTry, othersRetry })) {
        case 'stop':
          throw error;
        case 'halve':
          return this.split(part);
        case 'bury':
          await this.bury(part, error);
          return [];
        case 'retry':
          sum.failure ??= error;
          sum.left += entries;
          return [];
      }
    }
  }

  private async write(part: BatchPart): Promise<BatchPart[]> {
    const { batch, sum } = this;
    const { prepareVisits, writer, countDropped } = this.dependencies;
    const entries = part.entries.map(({ entry }) => entry);
    const { visits, dropped } = await prepareVisits(batch, entries);
    const { accountId, receivedAt } = batch;
    const outcome = await writer.write({ id: part.id, accountId, receivedAt, visits });
    switch (outcome.kind) {
      case 'split':
        return halve(part);
      case 'duplicate':
        sum.duplicate += entries.length;
        return [];
      case 'stored':
        countDropped?.(dropped);
        sum.stored += outcome.visits;
        sum.withoutPage += visits.filter((visit) => visit.pageId === null).length;
        return [];
    }
  }

  private async split(part: BatchPart): Promise<BatchPart[]> {
    const isSplit = await this.dependencies.writer.split({ ...this.batch, id: part.id });
    if (isSplit) return halve(part);
    this.sum.duplicate += part.entries.length;
    return [];
  }

  private async bury(part: BatchPart, error: unknown): Promise<void> {
    const { deadEntries, ipStorage } = this.dependencies;
    const buried = await deadEntries.buryEntry(deadEntry(this.batch, part, error, ipStorage));
    this.sum[buried ? 'dead' : 'duplicate'] += 1;
  }
}
