import { LogFault, type LogFaultKind } from '@app/log-delivery';
import { CommandError } from '../program/failure.js';

/** What the operator does about a log that cannot be delivered: the end of its message. */
const REMEDIES: Record<LogFaultKind, string> = {
  unknown_format:
    '. Name the format with --format, which --help lists, or give the format string of the server with --format-string.',
  other_log: ': import it as a file.',
  refused: '.',
};

/** Returns an error of a delivery with what the operator does about it. Others stay as they are. */
export function explainLogFault(error: LogFault): CommandError;
export function explainLogFault(error: unknown): unknown;
export function explainLogFault(error: unknown): unknown {
  if (!(error instanceof LogFault)) return error;
  return new CommandError(`${error.message}${REMEDIES[error.kind]}`);
}
