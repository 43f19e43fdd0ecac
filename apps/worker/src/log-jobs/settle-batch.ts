import type { DeadEntries, VisitWriter } from '@app/storage';
import { deadEntry } from './dead-rows.js';
import { afterFailure, decisiveFailure } from './failure-policy.js';
import { halve, type Part } from './steps/split.js';
import type { Written } from './steps/write.js';
import type { IpStorage } from './stored-address.js';

/** What happened to the entries in one delivery, as numbers. */
export interface Settlement {
  stored: number;
  /** The stored entries that are beyond the bound on distinct paths. */
  withoutPage: number;
  /** Entries that an earlier delivery settled. */
  duplicate: number;
  dead: number;
  /** Entries that were left out because their website is deleted. */
  dropped: number;
  /** Entries that are not settled; `failure` says why. */
  left: number;
  failure?: unknown;
}

export const SETTLED_NOTHING: Settlement = {
  stored: 0,
  withoutPage: 0,
  duplicate: 0,
  dead: 0,
  dropped: 0,
  left: 0,
};

/** The result of a part's way through the steps. */
export type PartOutcome = Written | { kind: 'failed'; error: unknown };

export interface SettleBatchDependencies {
  /** Leads a part through the steps; never throws. */
  takePart: (part: Part) => Promise<PartOutcome>;
  writer: VisitWriter;
  deadEntries: DeadEntries;
  ipStorage: IpStorage;
}

/** Settles the parts of one batch, one after the other; never throws. */
export type SettleBatch = (parts: Part[], lastTry: boolean) => Promise<Settlement>;

/**
 * Carries out what the failure policy decides about parts. Everything that is settled gets its row
 * in the ledger in the same transaction. So a crash or a redelivery at any point neither loses nor
 * doubles.
 */
export function createSettleBatch(dependencies: SettleBatchDependencies): SettleBatch {
  const { takePart, writer, deadEntries, ipStorage } = dependencies;

  return async function settleBatch(parts, lastTry) {
    const sum = { ...SETTLED_NOTHING };
    const open = [...parts];
    for (let part = open.shift(); part; part = open.shift()) {
      try {
        open.unshift(...(await settlePart(part, sum, lastTry)));
      } catch (error) {
        sum.failure = error;
        sum.left += [part, ...open].reduce((count, { entries }) => count + entries.length, 0);
        break;
      }
    }
    return sum;
  };

  /** Returns the halves to settle instead, if there are any. Throws when the delivery must end. */
  async function settlePart(part: Part, sum: Settlement, lastTry: boolean): Promise<Part[]> {
    const outcome = await takePart(part);
    switch (outcome.kind) {
      case 'stored':
        sum.stored += outcome.visits;
        sum.withoutPage += outcome.withoutPage;
        sum.dropped += outcome.dropped;
        return [];
      case 'duplicate':
        sum.duplicate += part.entries.length;
        return [];
      case 'split':
        return halve(part);
      case 'failed':
        return mend(part, outcome.error, sum, lastTry);
    }
  }

  async function mend(
    part: Part,
    error: unknown,
    sum: Settlement,
    lastTry: boolean,
  ): Promise<Part[]> {
    const entries = part.entries.length;
    const othersRetry = sum.failure !== undefined;
    switch (afterFailure(error, { entries, lastTry, othersRetry })) {
      case 'stop':
        throw error;
      case 'halve':
        // The ledger knows about the halves before they are written, so nothing writes the whole
        // part any more.
        if (await writer.split({ ...part.batch, id: part.id })) return halve(part);
        sum.duplicate += entries;
        return [];
      case 'bury': {
        const buried = await deadEntries.buryEntry(deadEntry(part, error, ipStorage));
        sum[buried ? 'dead' : 'duplicate'] += 1;
        return [];
      }
      case 'retry':
        sum.failure ??= error;
        sum.left += entries;
        return [];
    }
  }
}

/** Returns one settlement for all batches of a job. */
export function joinSettlements(settlements: Settlement[]): Settlement {
  const joined = settlements.reduce(add, SETTLED_NOTHING);
  if (joined.left === 0) return joined;
  const failures = settlements.filter(({ left }) => left > 0).map(({ failure }) => failure);
  return { ...joined, failure: decisiveFailure(failures) };
}

function add(sum: Settlement, next: Settlement): Settlement {
  return {
    stored: sum.stored + next.stored,
    withoutPage: sum.withoutPage + next.withoutPage,
    duplicate: sum.duplicate + next.duplicate,
    dead: sum.dead + next.dead,
    dropped: sum.dropped + next.dropped,
    left: sum.left + next.left,
  };
}
