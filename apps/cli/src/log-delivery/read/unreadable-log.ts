import { LogFault } from '@app/log-delivery';
import { CommandError } from '../../program/failure.js';

/** A log whose bytes cannot be had. Others may well be readable. */
export class UnreadableLog extends CommandError {
  override name = 'UnreadableLog';
}

/** Returns an error of the reading of a log with what the operator does about it. */
export function unreadable(name: string, error: unknown): Error {
  if (error instanceof CommandError || error instanceof LogFault) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('Z_')) return damaged(name, code, error);
  return new UnreadableLog(
    `${name} cannot be read (${code ?? message}): check the file and its name.`,
    { cause: error },
  );
}

/** Returns the error for packed bytes that are not what was packed. */
export function damaged(name: string, reason: string, cause?: unknown): UnreadableLog {
  return new UnreadableLog(
    `${name} is damaged (${reason}): use another copy of it. What was sent of this one is not sent again.`,
    { cause },
  );
}

/** Returns the fault of packed bytes that are right as far as they go. */
export function endsEarly(name: string): LogFault {
  return new LogFault(
    'ends_early',
    `${name} ends early: the end of the compressed file is missing`,
  );
}
