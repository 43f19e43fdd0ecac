import type { Fault } from '../fault.js';
import { apiKilled } from './api-killed.js';
import { blackHole } from './black-hole.js';
import { clocksApart } from './clocks-apart.js';
import { completedAddedAgain } from './completed-added-again.js';
import { databaseAway } from './database-away.js';
import { databaseKilled } from './database-killed.js';
import { diskFull } from './disk-full.js';
import { futureEntries } from './future-entries.js';
import { hostVanished, hostVanishedOnTimescale } from './host-vanished.js';
import { keyRevoked } from './key-revoked.js';
import { limiterStoreDown } from './limiter-store-down.js';
import { listenerTerminated } from './listener-terminated.js';
import { logsShipped } from './logs-shipped.js';
import { migrationsAtOnce } from './migrations-at-once.js';
import { MUTATIONS } from './mutations.js';
import { coordinatorAway, nodeAdded, nodeKilled, shardsMoved } from './nodes.js';
import { oldEntries } from './old-entries.js';
import { oneLimitFourApis } from './one-limit-four-apis.js';
import { poisonEntry } from './poison-entry.js';
import { redisKilled } from './redis-killed.js';
import { redisMemoryFull } from './redis-memory-full.js';
import { redisNodeAway } from './redis-node-away.js';
import { redisPowerCut } from './redis-power-cut.js';
import { rollingRestart } from './rolling-restart.js';
import { sameJobKilled } from './same-job-killed.js';
import { sameNameAtOnce } from './same-name-at-once.js';
import { slowDatabase } from './slow-database.js';
import { startedBeforeStores } from './started-before-stores.js';
import { twoWorkersOneBatch } from './two-workers-one-batch.js';
import { oldWorkerRefused, oldWorkerRepaired, upgrade } from './upgrades.js';
import { visitorKeysLost, visitorsJudged } from './visitors-judged.js';
import { groupsKilled, workerKilled } from './worker-killed.js';

/** The faults in the order in which they run. */
export const FAULTS: Fault[] = [
  workerKilled,
  sameJobKilled,
  apiKilled,
  databaseKilled,
  databaseAway,
  redisKilled,
  redisPowerCut,
  startedBeforeStores,
  listenerTerminated,
  twoWorkersOneBatch,
  completedAddedAgain,
  sameNameAtOnce,
  poisonEntry,
  diskFull,
  redisMemoryFull,
  slowDatabase,
  clocksApart,
  oldEntries,
  futureEntries,
  migrationsAtOnce,
  rollingRestart,
  blackHole,
  keyRevoked,
  limiterStoreDown,
  oneLimitFourApis,
  groupsKilled,
  upgrade,
  oldWorkerRefused,
  oldWorkerRepaired,
  logsShipped,
  redisNodeAway,
  hostVanished,
  hostVanishedOnTimescale,
  visitorsJudged,
  visitorKeysLost,
  shardsMoved,
  nodeKilled,
  nodeAdded,
  coordinatorAway,
  ...MUTATIONS,
];
