/** A backup cannot be restored here. The message says what to do. */
export class RestoreError extends Error {
  override name = 'RestoreError';
}

/** The database has data of its own. */
export class NotEmptyError extends RestoreError {
  override name = 'NotEmptyError';

  constructor(accounts: number) {
    super(
      `The database is not empty: it has ${accounts} ${accounts === 1 ? 'account' : 'accounts'}.`,
    );
  }
}
