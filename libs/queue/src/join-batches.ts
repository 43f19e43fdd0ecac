import { randomUUID } from 'node:crypto';
import type { AcceptedBatch, NamedBatch } from './log-job.js';
import { joinEntries } from './pack-entries.js';

/** Batches that become one job, and under which id each of those given is in it. */
export interface JoinedBatches {
  batches: NamedBatch[];
  /** The ids of the batches that were given, in their order. */
  ids: string[];
}

/**
 * Gives every batch an id, and makes one batch of those of a website that have none: a batch costs
 * the worker a row of the ledger and the fixed cost of each step, whatever its size. The joined
 * batch was received when the first of its parts was.
 */
export function joinBatches(given: readonly AcceptedBatch[]): JoinedBatches {
  const parts = new Map<string, AcceptedBatch[]>();
  const idsOfWebsites = new Map<number, string>();
  const ids = given.map((batch) => {
    const id = batch.id ?? idsOfWebsites.get(batch.websiteId) ?? randomUUID();
    if (batch.id === undefined) idsOfWebsites.set(batch.websiteId, id);
    const same = parts.get(id);
    if (same === undefined) parts.set(id, [batch]);
    // A batch that has an id is the same batch when it comes twice.
    else if (batch.id === undefined) same.push(batch);
    return id;
  });
  return { batches: [...parts].map(([id, batches]) => joinedAs(id, batches)), ids };
}

function joinedAs(id: string, batches: AcceptedBatch[]): NamedBatch {
  return {
    ...(batches[0] as AcceptedBatch),
    id,
    receivedAt: Math.min(...batches.map(({ receivedAt }) => receivedAt)),
    entries: joinEntries(batches.map(({ entries }) => entries)),
  };
}
