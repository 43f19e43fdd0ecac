import type pg from 'pg';
import { numberArray, textArray } from './array-literal.js';
import { statement } from './statement.js';

/** One visit as it is stored. */
export interface Visit {
  /** Epoch milliseconds UTC. */
  time: number;
  websiteId: number;
  /** Id of the registry; 0 is a person. */
  botId: number;
  statusCode: number;
  /** Null beyond the bound on distinct paths. */
  pageId: number | null;
  method: string;
  host: string;
  path: string;
  /** As it may be stored, see IP_STORAGE. */
  ip: string | null;
  userAgent: string;
  browser: string | null;
  os: string | null;
  device: string | null;
  referer: string | null;
  referralSource: string | null;
}

export interface VisitBatch {
  /** The batch's identity in the ledger. */
  id: string;
  accountId: number;
  /** Epoch milliseconds UTC. */
  receivedAt: number;
  visits: Visit[];
}

/**
 * `duplicate`: the ledger has the batch already; `split`: it says that the batch is written in halves.
 * In both cases nothing was written.
 */
export type WriteOutcome =
  { kind: 'stored'; visits: number } | { kind: 'duplicate' } | { kind: 'split' };

const WRITE_BATCH = statement('write_batch');
const NOTE_EMPTY_BATCH = statement('note_empty_batch');
const SPLIT_BATCH = statement('split_batch');
const FIND_BATCH = statement('find_batch');

/** The columns in the order of the statement's parameters. */
function columnsOf(visits: Visit[]): string[] {
  return [
    numberArray(visits, (visit) => visit.time),
    numberArray(visits, (visit) => visit.websiteId),
    numberArray(visits, (visit) => visit.botId),
    numberArray(visits, (visit) => visit.statusCode),
    numberArray(visits, (visit) => visit.pageId),
    textArray(visits, (visit) => visit.method),
    textArray(visits, (visit) => visit.host),
    textArray(visits, (visit) => visit.path),
    textArray(visits, (visit) => visit.ip),
    textArray(visits, (visit) => visit.userAgent),
    textArray(visits, (visit) => visit.browser),
    textArray(visits, (visit) => visit.os),
    textArray(visits, (visit) => visit.device),
    textArray(visits, (visit) => visit.referer),
    textArray(visits, (visit) => visit.referralSource),
  ];
}

export class VisitWriter {
  constructor(private readonly pool: pg.Pool) {}

  /** Writes ledger row and visits in one transaction; a batch that was written before changes nothing. */
  async write(batch: VisitBatch): Promise<WriteOutcome> {
    const { id, accountId, receivedAt, visits } = batch;
    if (visits.length === 0) return this.noteEmpty(batch);
    const { rowCount } = await this.pool.query({
      name: 'write_batch',
      text: WRITE_BATCH,
      values: [id, accountId, receivedAt, visits.length, ...columnsOf(visits)],
    });
    if (rowCount) return { kind: 'stored', visits: rowCount };
    return { kind: (await this.isSplit(batch.id)) ? 'split' : 'duplicate' };
  }

  /**
   * Notes, before its halves are written, that a batch is never written as a whole any more: otherwise
   * a redelivery that succeeds would double what stands in them.
   *
   * @returns false when another delivery has written it as a whole in the meantime
   */
  async split(batch: Omit<VisitBatch, 'visits'>): Promise<boolean> {
    const { id, accountId, receivedAt } = batch;
    const { rowCount } = await this.pool.query(SPLIT_BATCH, [id, accountId, receivedAt]);
    return rowCount === 1 || this.isSplit(id);
  }

  private async isSplit(id: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ split: boolean }>(FIND_BATCH, [id]);
    return rows[0]?.split === true;
  }

  /** A batch of which nothing is left to write counts once, too. */
  private async noteEmpty({ id, accountId, receivedAt }: VisitBatch): Promise<WriteOutcome> {
    const { rowCount } = await this.pool.query(NOTE_EMPTY_BATCH, [id, accountId, receivedAt]);
    if (rowCount) return { kind: 'stored', visits: 0 };
    return { kind: (await this.isSplit(id)) ? 'split' : 'duplicate' };
  }
}
