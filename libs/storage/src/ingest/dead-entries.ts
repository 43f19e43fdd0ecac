import type pg from 'pg';
import { inTransaction } from '../database/in-transaction.js';
import { shardsOf } from '../database/shards.js';
import { statement } from '../database/statement.js';

/** One entry that could not be stored. */
export interface DeadEntry {
  /** UUID; the same entry has the same id at every delivery. */
  id: string;
  /** Identity in the ledger of the part of the batch that consists of this entry alone. */
  ledgerId: string;
  /** The batches that this part is a half of. */
  halfOf: readonly string[];
  batchId: string;
  /** Place in the batch, from 0. */
  position: number;
  accountId: number;
  /** Website of the key that sent the entry. */
  websiteId: number;
  /** The website for which the entry would have counted. */
  countedFor: number;
  /** Epoch milliseconds UTC. */
  receivedAt: number;
  fault: Fault;
  /** The entry as JSON. Its address is in the form that may be stored. */
  payload: string;
}

/** A whole job that could not be read. Unknown values are null. */
export interface DeadJob {
  /** UUID; the same job has the same id at every delivery. */
  id: string;
  jobId: string;
  accountId: number | null;
  websiteId: number | null;
  /** Epoch milliseconds UTC. */
  receivedAt: number | null;
  reason: string;
  /** The job's data as JSON. Addresses are in the form that may be stored. */
  payload: string;
}

/**
 * Why something could not be stored, in a form that operators may see: without addresses or other
 * values.
 */
export interface Fault {
  /** Null when the fault was found before the database was asked. */
  sqlstate: string | null;
  reason: string;
}

/** A row without its payload. Account and website are public ids. */
export interface DeadRow {
  id: string;
  kind: 'entry' | 'job';
  /** For a whole job this is the id of the job. */
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
const SETTLE_PART = statement('ingest/settle_part.citus');
const FIND_WHOLE_PART = statement('ingest/find_whole_part.citus');
const BURY_SETTLED = statement('ingest/bury_settled.citus');
const BURY_JOB = statement('ingest/bury_job');
const COUNT = statement('ingest/count_dead_entries');
const LIST = statement('ingest/list_dead_entries');
const LIST_IDS = statement('ingest/list_dead_ids');
const FIND = statement('ingest/find_dead_entry');
const DELETE = statement('ingest/delete_dead_entry');
const COUNT_OLD = statement('ingest/count_old_dead_entries');
const PURGE = statement('ingest/purge_dead_entries');

/**
 * Entries and jobs that were accepted and cannot be stored. They are kept with the reason until
 * an operator replays or purges them.
 */
export class DeadEntries {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Writes the ledger row and the dead row in one transaction. Returns false when an earlier
   * delivery has settled this entry.
   */
  async buryEntry(entry: DeadEntry): Promise<boolean> {
    if (await shardsOf(this.pool).isDistributed()) return this.buryInParts(entry);
    const { ledgerId, accountId, receivedAt, id, batchId, position, websiteId, fault } = entry;
    const where = [ledgerId, accountId, receivedAt, id, batchId, position, websiteId];
    const values = [...where, fault.sqlstate, fault.reason, entry.payload];
    const { rowCount } = await this.pool.query({ name: 'bury_entry', text: BURY_ENTRY, values });
    return rowCount === 1;
  }

  /** The ledger row may be on another node than the dead row, and no statement writes to both. */
  private buryInParts(entry: DeadEntry): Promise<boolean> {
    const { ledgerId, halfOf, accountId, receivedAt, countedFor, fault } = entry;
    return inTransaction(this.pool, async (client) => {
      const whole = await client.query(FIND_WHOLE_PART, [countedFor, halfOf]);
      if (whole.rowCount) return false;
      const part = [ledgerId, accountId, receivedAt, countedFor];
      const { rowCount } = await client.query(SETTLE_PART, part);
      if (rowCount !== 1) return false;
      const { id, batchId, position, websiteId, payload } = entry;
      const where = [id, batchId, position, accountId, websiteId, receivedAt];
      await client.query(BURY_SETTLED, [...where, fault.sqlstate, fault.reason, payload]);
      return true;
    });
  }

  /** Returns false when the job is already there. */
  async buryJob(job: DeadJob): Promise<boolean> {
    const { id, jobId, accountId, websiteId, receivedAt, reason, payload } = job;
    const values = [id, jobId, accountId, websiteId, receivedAt, reason, payload];
    const { rowCount } = await this.pool.query(BURY_JOB, values);
    return rowCount === 1;
  }

  /** Returns the number of rows by kind. */
  async count(): Promise<{ entry: number; job: number }> {
    const { rows } = await this.pool.query<{ kind: DeadRow['kind']; dead: string }>(COUNT);
    const byKind = new Map(rows.map(({ kind, dead }) => [kind, Number(dead)]));
    return { entry: byKind.get('entry') ?? 0, job: byKind.get('job') ?? 0 };
  }

  /** Returns rows, newest first. */
  async list(limit: number): Promise<DeadRow[]> {
    return (await this.pool.query<DeadRow>(LIST, [limit])).rows;
  }

  async find(id: string): Promise<DeadRowWithPayload | undefined> {
    return (await this.pool.query<DeadRowWithPayload>(FIND, [id])).rows[0];
  }

  /** Returns at most `limit` ids that follow `after`, in an order that new rows do not change. */
  async listIds(after: string | null, limit: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(LIST_IDS, [after, limit]);
    return rows.map(({ id }) => id);
  }

  /** Deletes a row after its entry is back in the queue. */
  async delete(id: string): Promise<void> {
    await this.pool.query(DELETE, [id]);
  }

  /** Returns how many rows are older than `days` days. */
  async countOlder(days: number): Promise<number> {
    const { rows } = await this.pool.query<{ dead: string }>(COUNT_OLD, [days]);
    return Number(rows[0]?.dead);
  }

  /** Deletes rows that are older than `days` days. Returns how many. */
  async purge(days: number): Promise<number> {
    return (await this.pool.query(PURGE, [days])).rowCount ?? 0;
  }
}
