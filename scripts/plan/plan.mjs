import { busyCores, nodesFor, rateOf, roundUp } from './load.mjs';

const SECONDS_A_DAY = 86_400;
/** A process of Node and a Redis have one thread that does the work. */
const ONE_CORE = 1;
/** With fewer masters, the others stop when one does, because they are no majority. */
const FEWEST_MASTERS = 3;
/** The most that QUEUE_SHARDS may be. */
const MOST_SHARDS = 12;

/**
 * Reckons what the whole service needs at a rate.
 *
 * @param load what `readOptions` returns
 * @param figures those of the flavour: `FIGURES[flavour]`
 */
export function planFor(load, figures) {
  const { entriesPerSecond, largestShare } = load;
  const largestWebsite = entriesPerSecond * largestShare;
  const websiteBound = rateOf(figures.locked.value);
  return {
    api: processesFor(load, figures.api.value),
    worker: processesFor(load, figures.worker.value),
    machines: machinesFor(load, figures.api.value + figures.worker.value),
    redis: redisFor(load, figures.redis.value),
    database: databaseFor(load, figures),
    disk: diskFor(load, figures),
    website: {
      average: entriesPerSecond / load.websites,
      largest: largestWebsite,
      bound: websiteBound,
      fits: largestWebsite <= websiteBound,
    },
  };
}

function processesFor({ entriesPerSecond, busy }, secondsAMillion) {
  const cores = busyCores(entriesPerSecond, secondsAMillion);
  return { busy: cores, processes: roundUp(cores / (ONE_CORE * busy)) };
}

function machinesFor({ entriesPerSecond, busy, cores }, secondsAMillion) {
  return roundUp(busyCores(entriesPerSecond, secondsAMillion) / (cores * busy));
}

/** Batches of a website go to one shard of the queue, so to one node. */
function redisFor({ entriesPerSecond, largestShare, busy }, secondsAMillion) {
  const load = busyCores(entriesPerSecond, secondsAMillion);
  const nodes = nodesFor(load, largestShare, ONE_CORE * busy);
  const cluster = nodes > 1;
  const masters = cluster ? Math.max(FEWEST_MASTERS, nodes) : 1;
  return { busy: load, nodes: masters, shards: masters, fits: masters <= MOST_SHARDS };
}

/** Rows of a website are on one node. Only Citus has more than one, and a coordinator beside them. */
function databaseFor({ entriesPerSecond, largestShare, busy, cores }, { database, coordinator }) {
  const room = cores * busy;
  const all = busyCores(entriesPerSecond, database.value);
  if (!coordinator) return { busy: all, cores: roundUp(all / busy), nodes: 1, fits: all <= room };
  const ofCoordinator = busyCores(entriesPerSecond, coordinator.value);
  const ofNodes = all - ofCoordinator;
  const nodes = nodesFor(ofNodes, largestShare, room);
  return {
    busy: ofNodes,
    cores: roundUp(ofNodes / busy),
    nodes,
    fits: Number.isFinite(nodes) && ofCoordinator <= room,
    coordinator: { busy: ofCoordinator, cores: roundUp(ofCoordinator / busy) },
  };
}

/** Every day at this rate all day long, so it is the most that a day can bring. */
function diskFor({ entriesPerSecond, retentionDays }, { wal, disk }) {
  const visits = entriesPerSecond * SECONDS_A_DAY;
  return {
    walPerSecond: entriesPerSecond * wal.value,
    walPerDay: visits * wal.value,
    perDay: visits * disk.value,
    kept: visits * disk.value * retentionDays,
  };
}
