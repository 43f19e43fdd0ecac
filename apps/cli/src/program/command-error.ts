/** A command cannot be done; the message is one sentence for the operator that says what to do next. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitStatus: number = 1;
}

/** The command line itself is wrong. */
export class UsageError extends CommandError {
  override name = 'UsageError';
  override readonly exitStatus = 2;
}
