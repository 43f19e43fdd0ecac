export type { QueueBackend } from './backend.js';
export { addressKeyOf, openAddresses, sealAddresses } from './sealed-addresses.js';
export type { AddressKey } from './sealed-addresses.js';
export { createAddresses, packAddresses, setAddress } from './address-column.js';
export { cutAddresses, fullAddresses, storeAddresses } from './cut-addresses.js';
export { checkDurability } from './check-durability.js';
export { chooseBackend } from './choose-backend.js';
export type { RedisClient } from './connect-redis.js';
export { turnOf } from './log-job.js';
export type { AcceptedBatch, Turn } from './log-job.js';
export { LOG_JOB, LOG_QUEUE, LogQueue, openLogQueue } from './log-queue.js';
export { entriesOf, sliceColumns } from './entry-columns.js';
export { packEntries, unpackEntries } from './pack-entries.js';
export {
  decodeColumns,
  decodeEntries,
  encodeEntries,
  encodePacked,
  packPayload,
  unpackPayload,
} from './payload.js';
export { QueueModule } from './queue.module.js';
export { isRedisAway, isRedisUnable } from './redis-error.js';
export { WEBHOOK_QUEUE, WebhookQueue } from './webhook-queue.js';
export type { WebhookJob } from './webhook-queue.js';
export { waitForQueue } from './wait-for-queue.js';
