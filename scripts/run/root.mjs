import path from 'node:path';

/** The folder of the repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** An error whose message is for the user, without a stack. */
export class ExpectedError extends Error {
  expected = true;

  constructor(message, status = 1) {
    super(message);
    this.status = status;
  }
}

/** Prints to standard error, because standard output belongs to the target. */
export const say = (line) => void process.stderr.write(`${line}\n`);
