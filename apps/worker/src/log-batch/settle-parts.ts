import type { LogBatch } from '@app/contracts';
import type { DeadEntries, VisitWriter, WriteOutcome } from '@app/storage';
import { afterFailure } from './after-failure.js';
import { deadEntry } from './dead-entry.js';
import type { PrepareVisits } from './prepare-visits.js';
import { type BatchPart, halve } from './split-batch.js';
import type { IpStorage } from './stored-address.js';

export interface SettlePartsDependencies {
  prepareVisits: PrepareVisits;
  writer: VisitWriter;
  deadEntries: DeadEntries;
  ipStorage: IpStorage;
  /** Told the duration of every transaction that stored visits. */
  observeWrite?: (seconds: number) => void;
  /** Told of every part that is taken up: a batch in many parts may take long. */
  onPart?: () => void;
}

/** What became of the entries of one delivery, by number. */
export interface Settlement {
  stored: number;
  /** Of the stored ones, those beyond the bound on distinct paths. */
  withoutPage: number;
  /** Settled by an earlier delivery. */
  duplicate: number;
  dead: number;
  /** Not settled: `failure` says why. */
  left: number;
  failure?: unknown;
}

export type SettleParts = (
  batch: LogBatch,
  parts: BatchPart[],
  lastTry: boolean,
) => Promise<Settlement>;

/**
 * Writes the parts of a batch in order; a part that the database refuses is halved until the entry at
 * fault stands alone and is buried. Whatever is settled has a row in the ledger in the same transaction,
 * so a crash or a redelivery anywhere in between neither loses nor doubles. It never throws.
 */
export function createSettleParts(dependencies: SettlePartsDependencies): SettleParts {
  const { prepareVisits, writer, deadEntries, ipStorage, observeWrite, onPart } = dependencies;

  return async function settleParts(batch, parts, lastTry) {
    const sum: Settlement = { stored: 0, withoutPage: 0, duplicate: 0, dead: 0, left: 0 };
    const open = [...parts];
    for (let part = open.shift(); part; part = open.shift()) {
      onPart?.();
      try {
        open.unshift(...(await settle(part)));
      } catch (error) {
        sum.failure = error;
        sum.left += [part, ...open].reduce((count, { entries }) => count + entries.length, 0);
        break;
      }
    }
    return sum;

    /** The halves that are to be settled instead, if any. */
    async function settle(part: BatchPart): Promise<BatchPart[]> {
      const size = part.entries.length;
      try {
        return await write(part);
      } catch (error) {
        const othersRetry = sum.failure !== undefined;
        switch (afterFailure(error, { entries: size, lastTry, othersRetry })) {
          case 'stop':
            throw error;
          case 'retry':
            sum.failure ??= error;
            sum.left += size;
            return [];
          case 'halve':
            if (await writer.split({ ...batch, id: part.id })) return halve(part);
            sum.duplicate += size;
            return [];
          case 'bury': {
            const buried = await deadEntries.buryEntry(deadEntry(batch, part, error, ipStorage));
            sum[buried ? 'dead' : 'duplicate'] += size;
            return [];
          }
        }
      }
    }

    async function write(part: BatchPart): Promise<BatchPart[]> {
      const { accountId, receivedAt } = batch;
      const visits = await prepareVisits(
        batch,
        part.entries.map(({ entry }) => entry),
      );
      const begun = performance.now();
      const outcome: WriteOutcome = await writer.write({
        id: part.id,
        accountId,
        receivedAt,
        visits,
      });
      if (outcome.kind === 'split') return halve(part);
      if (outcome.kind === 'duplicate') {
        sum.duplicate += visits.length;
        return [];
      }
      observeWrite?.((performance.now() - begun) / 1_000);
      sum.stored += outcome.visits;
      sum.withoutPage += visits.filter((visit) => visit.pageId === null).length;
      return [];
    }
  };
}
