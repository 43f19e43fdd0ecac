import type pg from 'pg';
import { sqlstateOf } from '../database/database-error.js';
import { inTransaction } from '../database/in-transaction.js';
import { beginOn, named, type Shard, type Shards } from '../database/shards.js';
import { statement } from '../database/statement.js';
import { numberArray, textArray } from './array-literals.js';
import { countsByWebsite, type Share, sharesByShard } from './shares.js';
import type { BatchIdentity } from './visit.js';

/** What the ledger says about the shares of a transaction. */
export interface OpenedShares {
  /** For each share the websites whose visits must be written now. The ledger has the others. */
  fresh: ReadonlySet<number>[];
  /** Epoch milliseconds; older visits are late. Infinity where no aggregates count those in time. */
  lateBefore: number;
}

interface OpenedRow {
  places: number[] | null;
  late_before: number;
}

const OPEN_BATCHES = statement('ingest/open_batches');
const OPEN_PARTS = statement('ingest/open_parts.citus');
const FIND_SPLIT_BATCHES = statement('ingest/find_split_batches');
const FIND_SPLIT_PARTS = statement('ingest/find_split_parts.citus');
const SPLIT_BATCH = statement('ingest/split_batch');
const SPLIT_PARTS = statement('ingest/split_parts.citus');

const NONE: ReadonlySet<number> = new Set();

/**
 * Comes before `openAll` in a transaction. The ledger row of a batch is locked while another
 * transaction writes the batch: another delivery of it, whose worker may be gone without the server
 * knowing. All batches of a transaction would wait for that one.
 */
export const WAIT_BRIEFLY = `SET LOCAL lock_timeout = '250ms'`;
const WAIT_AS_USUAL = 'SET LOCAL lock_timeout TO DEFAULT';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Another transaction holds a batch, and nothing was written. It is tried again after a while,
 * apart from others.
 */
export class BatchHeldError extends Error {
  /** Waiting helps, as for every lock. */
  readonly code = LOCK_NOT_AVAILABLE;

  constructor(override readonly cause: unknown) {
    super('another transaction, perhaps of a worker that is gone, holds a batch in the ledger');
  }
}

/**
 * Notes the shares of all shards of a transaction, as `openShares` does, and waits for locks as
 * usual from then on.
 *
 * @throws BatchHeldError when a row of the ledger is locked
 */
export async function openAll(
  client: pg.ClientBase,
  groups: readonly (readonly [Shard, readonly Share[]])[],
): Promise<OpenedShares[]> {
  const opened: OpenedShares[] = [];
  try {
    for (const [shard, shares] of groups) opened.push(await openShares(client, shard, shares));
  } catch (error) {
    throw sqlstateOf(error) === LOCK_NOT_AVAILABLE ? new BatchHeldError(error) : error;
  }
  await client.query(WAIT_AS_USUAL);
  return opened;
}

/**
 * Notes shares that the ledger does not have, each once. Where websites are on several nodes, the
 * ledger has a row for each website of a batch, because these are written in several transactions.
 */
function openShares(
  client: pg.ClientBase,
  shard: Shard,
  shares: readonly Share[],
): Promise<OpenedShares> {
  return shard.id === '' ? openBatches(client, shard, shares) : openParts(client, shard, shares);
}

async function openBatches(
  client: pg.ClientBase,
  shard: Shard,
  shares: readonly Share[],
): Promise<OpenedShares> {
  const values = [
    textArray(shares, ({ batch }) => batch.id),
    numberArray(shares, ({ batch }) => batch.accountId),
    numberArray(shares, ({ batch }) => batch.receivedAt),
    numberArray(shares, ({ numbered }) => numbered.visits.count),
    shard.knownSchema,
  ];
  const query = { ...named(shard, 'open_batches', OPEN_BATCHES), values };
  const { rows } = await client.query<OpenedRow>(query);
  const places = new Set(rows[0]?.places);
  return {
    fresh: shares.map(({ websiteIds }, place) => (places.has(place) ? new Set(websiteIds) : NONE)),
    lateBefore: rows[0]?.late_before ?? Infinity,
  };
}

async function openParts(
  client: pg.ClientBase,
  shard: Shard,
  shares: readonly Share[],
): Promise<OpenedShares> {
  const parts = partsOf(shares);
  const halves = parts.flatMap(({ batch }, place) =>
    (batch.halfOf ?? []).map((whole) => ({ place, whole })),
  );
  const values = [
    textArray(parts, ({ batch }) => batch.id),
    numberArray(parts, ({ websiteId }) => websiteId),
    numberArray(parts, ({ batch }) => batch.accountId),
    numberArray(parts, ({ batch }) => batch.receivedAt),
    numberArray(parts, ({ entries }) => entries),
    numberArray(halves, ({ place }) => place),
    textArray(halves, ({ whole }) => whole),
  ];
  const query = { ...named(shard, 'open_parts', OPEN_PARTS), values };
  const { rows } = await client.query<OpenedRow>(query);
  const fresh = shares.map(() => new Set<number>());
  for (const place of rows[0]?.places ?? []) {
    const part = parts[place];
    if (part) fresh[part.share]?.add(part.websiteId);
  }
  return { fresh, lateBefore: rows[0]?.late_before ?? Infinity };
}

/** Returns which of these shares are written in halves, according to the ledger, at least in part. */
export async function findSplit(shares: readonly Share[]): Promise<Set<Share>> {
  const split = new Set<Share>();
  for (const [shard, own] of sharesByShard(shares))
    for (const share of await findSplitIn(shard, own)) split.add(share);
  return split;
}

async function findSplitIn(shard: Shard, shares: readonly Share[]): Promise<Share[]> {
  if (shard.id === '') {
    const ids = await findSplitBatches(
      shard.pool,
      shares.map(({ batch }) => batch.id),
    );
    return shares.filter(({ batch }) => ids.has(batch.id));
  }
  const parts = partsOf(shares);
  const values = [
    textArray(parts, ({ batch }) => batch.id),
    numberArray(parts, ({ websiteId }) => websiteId),
  ];
  const query = { ...named(shard, 'find_split_parts', FIND_SPLIT_PARTS), values };
  const { rows } = await shard.pool.query<{ place: number }>(query);
  return rows.map(({ place }) => shares[parts[place]?.share ?? -1] as Share);
}

export async function findSplitBatches(pool: pg.Pool, ids: string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(FIND_SPLIT_BATCHES, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Notes that a batch is from now on written in halves only.
 *
 * @param websiteIds its websites
 * @returns false when another delivery has written all of it in the meantime
 */
export async function splitBatch(
  shards: Shards,
  { id, accountId, receivedAt }: BatchIdentity,
  websiteIds: readonly number[],
): Promise<boolean> {
  const values = [id, accountId, receivedAt];
  const noted = await shards.onEach(
    websiteIds,
    (website) => website,
    async (shard, own) => {
      if (shard.id === '') {
        const { rowCount } = await shard.pool.query(SPLIT_BATCH, values);
        return rowCount === 1 || (await findSplitBatches(shard.pool, [id])).has(id);
      }
      return splitParts(shard, values, own);
    },
  );
  return noted.some(Boolean);
}

async function splitParts(shard: Shard, values: unknown[], websites: number[]): Promise<boolean> {
  return inTransaction(
    shard.pool,
    async (client) => {
      await client.query(shard.textOf(SPLIT_PARTS), [...values, websites]);
      const ids = websites.map(() => values[0]);
      const found = await client.query(shard.textOf(FIND_SPLIT_PARTS), [ids, websites]);
      return found.rows.length > 0;
    },
    { begin: beginOn([shard]) },
  );
}

/** Returns what each share has for each of its websites. */
function partsOf(shares: readonly Share[]) {
  return shares.flatMap((share, place) => {
    const counts = countsByWebsite(share);
    return share.websiteIds.map((websiteId, at) => ({
      share: place,
      batch: share.batch,
      websiteId,
      entries: counts[at] ?? 0,
    }));
  });
}
