import type { LogFormatName } from '@app/log-formats';
import type { Batch, Reject } from '../read/batch.js';

/** What one run did with one log. */
export interface LogResult {
  name: string;
  /** Undefined: the log is empty. */
  format: LogFormatName | undefined;
  /** Lines that an earlier run imported. */
  before: number;
  entries: number;
  rejected: number;
  /** Entries without a user agent. */
  agentless: number;
  /** Lines read, empty ones and comments included. */
  lines: number;
}

/** Follows the import of one log. */
export interface LogWatcher {
  /** @param uncertain whether an interrupted run is so old that its last requests may be counted twice */
  start(result: LogResult, uncertain: boolean): void;
  progress(result: LogResult): void;
  rejects(rejects: Reject[]): void;
  /** The service had accepted these lines before, with other words. */
  known(batch: Batch): void;
}
