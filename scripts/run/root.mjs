import path from 'node:path';

/** The repository. */
export const root = path.resolve(import.meta.dirname, '../..');

/** An error whose message is for the user; its stack would only be noise. */
export class ExpectedError extends Error {
  expected = true;

  constructor(message, status = 1) {
    super(message);
    this.status = status;
  }
}

/** Standard output belongs to the target: everything said here goes to standard error. */
export const say = (line) => void process.stderr.write(`${line}\n`);
