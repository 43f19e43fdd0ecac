export { writePrivately } from './folder.js';
export { LocalPostgresError } from './local-postgres-error.js';
export { findPublished, publish, withdraw } from './published.js';
export type { Published } from './published.js';
export { findSecretKey, secretKeyOf } from './secret-key.js';
export { startLocalPostgres } from './start-local-postgres.js';
export type { LocalPostgres, LocalPostgresOptions } from './start-local-postgres.js';
