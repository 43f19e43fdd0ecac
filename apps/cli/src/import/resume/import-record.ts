import type { LogFormatName } from '@app/log-formats';
import type { LastLine, Position } from '../read/batch.js';

/** Which service and website a log was imported into. */
export interface Target {
  /** Base address of the API. */
  url: string;
  /** `ws_…`, or a hash of the Bot Tracking Key when no website was named. */
  website: string;
}

/** What is remembered of the import of one log. */
export interface ImportRecord {
  version: 1;
  target: Target;
  /** As the operator last named it; a log is known again by its content. */
  name: string;
  /** The start of the log: how many bytes of it, and their hash. */
  head: { bytes: number; sha256: string };
  format: LogFormatName;
  /** Everything before it is accepted. Undefined: nothing yet. */
  done: { position: Position; lastLine: LastLine; preamble: string[] } | undefined;
  /** End of a batch that was sent before it was full, and may have been accepted. */
  cutAt: number | undefined;
  /** Of all runs. */
  entries: number;
  rejected: number;
  /** ISO 8601. */
  updatedAt: string;
  /** Whether the last run came to the log's end. */
  complete: boolean;
}
