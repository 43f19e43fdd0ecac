export { Accounts } from './accounts.js';
export type {
  AccountRow,
  KeyRotation,
  KeyRow,
  ListedKeyRow,
  NewAccount,
  NewKey,
  NewWebsite,
  PageRequest,
  Revocation,
  WebsiteRow,
} from './accounts.js';
export { WebsitesOfBatches } from './batch-websites.js';
export type { BatchWebsites, BatchWebsitesRequest } from './batch-websites.js';
export { checkLocks } from './check-locks.js';
export { BotDirectory, upsertBots } from './bots.js';
export type { BotRow } from './bots.js';
export { isDataError, isInfrastructureError, sqlstateOf } from './database-error.js';
export { DeadEntries } from './dead-entries.js';
export type { DeadBatch, DeadEntry, DeadRow, DeadRowWithPayload, Fault } from './dead-entries.js';
export { IdempotencyKeys } from './idempotency.js';
export type { IdempotencyVerdict, IdempotentRequest } from './idempotency.js';
export { FlavourError } from './flavour.js';
export type { Flavour, WantedFlavour } from './flavour.js';
export { findSchema, migrate, SchemaMismatchError } from './migrator.js';
export type { MigrationOptions, MigrationReport } from './migrator.js';
export { RollUpRefresher } from './roll-up-refresher.js';
export { PageDigests } from './page-digests.js';
export { NEW_PAGES_PER_WEBSITE_AND_DAY, PageDictionary } from './page-dictionary.js';
export type { PageVisit } from './page-dictionary.js';
export { createPool } from './pool.js';
export type { Pool, PoolSettings } from './pool.js';
export { TrafficReader } from './traffic-reader.js';
export type { BotFilter, BucketCounts, ListFilter } from './traffic-reader.js';
export type { DayRange } from './day-range.js';
export { deleteExpired } from './upkeep.js';
export { verifyRollUps } from './verify.js';
export type { RollUpDifference, Verification } from './verify.js';
export { VisitWriter } from './visit-writer.js';
export type { WriteOutcome } from './visit-writer.js';
export type { Visit, VisitBatch } from './visit.js';
export { waitForDatabase } from './wait-for-database.js';
export { WebsiteEraser } from './website-eraser.js';
export type { ErasureRound } from './website-eraser.js';
