import { ConfigError } from '@app/config';
import { CommanderError } from 'commander';

/**
 * A command cannot be completed. The message is one sentence that tells the operator what to do
 * next.
 */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitStatus: number = 1;
}

/** The command line itself is wrong. */
export class UsageError extends CommandError {
  override name = 'UsageError';
  override readonly exitStatus = 2;
}

/** How a command line ended that did not simply succeed. */
export interface Failure {
  exitStatus: number;
  /** For the operator; undefined when everything has been said. */
  message?: string;
}

const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Turns an error into what the operator needs to know: never a stack, never a password.
 *
 * @param obstacle why settings could not be read, whose lack may be the cause
 */
export function failureOf(error: unknown, obstacle?: string): Failure {
  const { exitStatus, message } = failureItself(error);
  if (obstacle === undefined || message === undefined || exitStatus !== FAILED)
    return { exitStatus, message };
  return { exitStatus, message: `${message}\n${obstacle}` };
}

function failureItself(error: unknown): Failure {
  if (error instanceof CommanderError) return usageFailure(error);
  if (error instanceof CommandError) return error;
  if (error instanceof ConfigError) return { exitStatus: FAILED, message: error.message };
  if (isErrno(error) && error.syscall === 'write') return outputFailure(error);
  if (isErrno(error) && error.syscall === 'read') {
    return { exitStatus: FAILED, message: `The input cannot be read (${error.code}): check it.` };
  }
  const reason = withoutPasswords(error instanceof Error ? error.message : String(error));
  return {
    exitStatus: FAILED,
    message: `An unexpected error occurred: ${reason}. Please report it with the command you ran.`,
  };
}

/** Commander also throws when help or version are asked for. */
function usageFailure({ code, message, exitCode }: CommanderError): Failure {
  if (exitCode === 0) return { exitStatus: 0 };
  if (code === 'commander.help') {
    return { exitStatus: WRONG_USAGE, message: 'Name a command: --help lists them.' };
  }
  const fault = message.replace(/^error: /, '').replace(/\.?$/, '.');
  const sentence = fault.charAt(0).toUpperCase() + fault.slice(1);
  return {
    exitStatus: WRONG_USAGE,
    message: `${sentence} Add --help to see the usage with examples.`,
  };
}

/** A reader that has seen enough (`| head`) is not a failure. */
function outputFailure({ code }: NodeJS.ErrnoException): Failure {
  if (code === 'EPIPE') return { exitStatus: 0 };
  return {
    exitStatus: FAILED,
    message: `The result could not be written (${code}): make room on the disk, or send the output elsewhere.`,
  };
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

/**
 * Hides `user:password@` in every address of a text, because drivers like to repeat what they were
 * given.
 */
function withoutPasswords(text: string): string {
  return text.replace(/(?<=:\/\/)\S*@/g, '…@');
}
