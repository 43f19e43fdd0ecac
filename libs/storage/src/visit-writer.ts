import type pg from 'pg';
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

/** `duplicate`: the ledger has the batch already, nothing was written. */
export type WriteOutcome = { kind: 'stored'; visits: number } | { kind: 'duplicate' };

const WRITE_BATCH = statement('write_batch');
const NOTE_EMPTY_BATCH = statement('note_empty_batch');

/** The columns in the order of the statement's parameters. */
const COLUMNS = [
  'time',
  'websiteId',
  'botId',
  'statusCode',
  'pageId',
  'method',
  'host',
  'path',
  'ip',
  'userAgent',
  'browser',
  'os',
  'device',
  'referer',
  'referralSource',
] as const satisfies (keyof Visit)[];

export class VisitWriter {
  constructor(private readonly pool: pg.Pool) {}

  /** Writes ledger row and visits in one transaction; a batch that was written before changes nothing. */
  async write(batch: VisitBatch): Promise<WriteOutcome> {
    if (batch.visits.length === 0) return this.noteEmpty(batch);
    const columns = COLUMNS.map((column) => batch.visits.map((visit) => visit[column]));
    const { rowCount } = await this.pool.query({
      name: 'write_batch',
      text: WRITE_BATCH,
      values: [batch.id, batch.accountId, batch.receivedAt, batch.visits.length, ...columns],
    });
    return rowCount ? { kind: 'stored', visits: rowCount } : { kind: 'duplicate' };
  }

  /** A batch of which nothing is left to write counts once, too. */
  private async noteEmpty({ id, accountId, receivedAt }: VisitBatch): Promise<WriteOutcome> {
    const { rowCount } = await this.pool.query(NOTE_EMPTY_BATCH, [id, accountId, receivedAt]);
    return rowCount ? { kind: 'stored', visits: 0 } : { kind: 'duplicate' };
  }
}
