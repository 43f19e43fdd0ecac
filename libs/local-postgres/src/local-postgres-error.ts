/** The embedded PostgreSQL cannot run. The message says why and what to do next. */
export class LocalPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LocalPostgresError';
  }
}
