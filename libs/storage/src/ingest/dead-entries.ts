import type pg from 'pg';
import { statement } from '../database/statement.js';

/** One entry that could not be stored. */
export interface DeadEntry {
  /** UUID; the same for the same entry at every delivery. */
  id: string;
  /** Identity in the ledger of the part of the batch that is this entry alone. */
  ledgerId: string;
  batchId: string;
  /** Place in the batch, from 0. */
  position: number;
  accountId: number;
  /** Of the key that sent it. */
  websiteId: number;
  /** Epoch milliseconds UTC. */
  receivedAt: number;
  fault: Fault;
  /** The entry as JSON, with its address as it may be stored. */
  payload: string;
}

/** A whole batch that could not be read; what it does not tell is null. */
export interface DeadBatch {
  /** UUID; the same for the same job at every delivery. */
  id: string;
  batchId: string;
  accountId: number | null;
  websiteId: number | null;
  /** Epoch milliseconds UTC. */
  receivedAt: number | null;
  reason: string;
  /** The job's data as JSON, with addresses as they may be stored. */
  payload: string;
}

/** Why something is dead, fit for operators: without addresses or other values. */
export interface Fault {
  /** Null when the fault was found before the database was asked. */
  sqlstate: string | null;
  reason: string;
}

/** A row without its payload; account and website are public ids. */
export interface DeadRow {
  id: string;
  kind: 'entry' | 'batch';
  batch_id: string;
  position: number | null;
  account_id: string | null;
  website_id: string | null;
  received_at: Date | null;
  failed_at: Date;
  sqlstate: string | null;
  reason: string;
}

export interface DeadRowWithPayload extends DeadRow {
  payload: string;
  internal_account_id: number | null;
  internal_website_id: number | null;
}

const BURY_ENTRY = statement('ingest/bury_entry');
const BURY_BATCH = statement('ingest/bury_batch');
const COUNT = statement('ingest/count_dead_entries');
const LIST = statement('ingest/list_dead_entries');
const LIST_IDS = statement('ingest/list_dead_ids');
const FIND = statement('ingest/find_dead_entry');
const DELETE = statement('ingest/delete_dead_entry');
const COUNT_OLD = statement('ingest/count_old_dead_entries');
const PURGE = statement('ingest/purge_dead_entries');

/** What was accepted and cannot be stored: kept with the reason until an operator replays or purges it. */
export class DeadEntries {
  constructor(private readonly pool: pg.Pool) {}

  /** Writes ledger row and dead row in one transaction; false: an earlier delivery settled this entry. */
  async buryEntry(entry: DeadEntry): Promise<boolean> {
    const { ledgerId, accountId, receivedAt, id, batchId, position, websiteId, fault } = entry;
    const where = [ledgerId, accountId, receivedAt, id, batchId, position, websiteId];
    const values = [...where, fault.sqlstate, fault.reason, entry.payload];
    const { rowCount } = await this.pool.query({ name: 'bury_entry', text: BURY_ENTRY, values });
    return rowCount === 1;
  }

  /** False: it is there already. */
  async buryBatch(batch: DeadBatch): Promise<boolean> {
    const { id, batchId, accountId, websiteId, receivedAt, reason, payload } = batch;
    const values = [id, batchId, accountId, websiteId, receivedAt, reason, payload];
    const { rowCount } = await this.pool.query(BURY_BATCH, values);
    return rowCount === 1;
  }

  /** Rows by kind. */
  async count(): Promise<{ entry: number; batch: number }> {
    const { rows } = await this.pool.query<{ kind: DeadRow['kind']; dead: string }>(COUNT);
    const byKind = new Map(rows.map(({ kind, dead }) => [kind, Number(dead)]));
    return { entry: byKind.get('entry') ?? 0, batch: byKind.get('batch') ?? 0 };
  }

  /** Newest first. */
  async list(limit: number): Promise<DeadRow[]> {
    return (await this.pool.query<DeadRow>(LIST, [limit])).rows;
  }

  async find(id: string): Promise<DeadRowWithPayload | undefined> {
    return (await this.pool.query<DeadRowWithPayload>(FIND, [id])).rows[0];
  }

  /** At most `limit` ids that follow on `after`, in an order of their own that new rows do not change. */
  async listIds(after: string | null, limit: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(LIST_IDS, [after, limit]);
    return rows.map(({ id }) => id);
  }

  /** The queue holds it again. */
  async delete(id: string): Promise<void> {
    await this.pool.query(DELETE, [id]);
  }

  /** How many rows died more than `days` days ago. */
  async countOlder(days: number): Promise<number> {
    const { rows } = await this.pool.query<{ dead: string }>(COUNT_OLD, [days]);
    return Number(rows[0]?.dead);
  }

  /** Forgets what died more than `days` days ago; how many rows. */
  async purge(days: number): Promise<number> {
    return (await this.pool.query(PURGE, [days])).rowCount ?? 0;
  }
}
