/** A problem that the user can correct. The message says how, and no stack is shown. */
export class ExpectedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ExpectedError';
  }
}
