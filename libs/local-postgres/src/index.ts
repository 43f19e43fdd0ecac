export { LocalPostgresError } from './local-postgres-error.js';
export { publishServer, runningServer, withdrawServer } from './running-server.js';
export { startLocalPostgres } from './start-local-postgres.js';
export type { LocalPostgres, LocalPostgresOptions } from './start-local-postgres.js';
