export { aLogEntry, aLogEntryInput, aLogpushRecord, CHROME, GPTBOT } from './builders.js';
export { checkRows } from './check-rows.js';
export { findNodes, joinNodes } from './citus-nodes.js';
export { keptForOthers, killedAtEnd, removedAtEnd, undoAll, undoneAtEnd } from './cleanup.js';
export { countOnNodes } from './count-on-nodes.js';
export { describeOnFlavour } from './describe-on-flavour.js';
export { eventually } from './eventually.js';
export { FakeClock } from './fake-clock.js';
export { untilDoneOrWaiting, untilWaiting } from './lock-waits.js';
export { inChunks } from './in-chunks.js';
export { anOtlpRecord, anOtlpRequest, numberAndText, otlpProtobuf } from './otlp.js';
export { OFFLINE } from './offline.js';
export { recount } from './recount.js';
export { changeVisits, REFUSE_POISON } from './poison.js';
export type { OtlpRecord, OtlpRequest, OtlpValue } from './otlp.js';
export { retried } from './retried.js';
export { findRedisServer } from './find-redis-server.js';
export { findTimescale } from './find-timescale.js';
export { storeMissing, storeOf } from './stores.js';
export type { Store, StoreName, TestFlavour } from './stores.js';
export {
  createEmptyDatabase,
  createEmptyDatabaseOn,
  createTestDatabase,
  TEST_FLAVOUR,
} from './test-database.js';
export type { TestDatabase } from './test-database.js';
export { createTestRedis, describeOnRedis } from './test-redis.js';
export type { TestRedis } from './test-redis.js';
export { someAddresses } from './some-addresses.js';
export { runUpkeepRound } from './run-upkeep-round.js';
export { stopTime, stopTimeInEachTest } from './stopped-time.js';
export type { StoppedTime } from './stopped-time.js';
export { timesAsLong } from './times-as-long.js';
export { ownLoopback, RECEIVER_CERTIFICATE, startReceiver } from './receiver.js';
export type { Received, Receiver } from './receiver.js';
export { startListServer, withEtag } from './list-server.js';
export type { ListAnswer, ListServer } from './list-server.js';
export { aVisit, TestVisitWriter, visitColumns } from './visits.js';
export type { BatchOfVisits, Visit } from './visits.js';
