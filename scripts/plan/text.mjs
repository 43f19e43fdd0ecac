// The plan as text.

const whole = (number) => Math.round(number).toLocaleString('en');
const tenth = (number) => number.toLocaleString('en', { maximumFractionDigits: 1 });
const percent = (share) => `${Number((share * 100).toPrecision(3))} %`;
const count = (number, one, several = `${one}s`) =>
  Number.isFinite(number)
    ? `${whole(number)} ${number === 1 ? one : several}`
    : `no number of ${several}`;

const NAMES = { timescale: 'TimescaleDB', plain: 'plain PostgreSQL', citus: 'Citus' };
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Returns a number of bytes with the largest unit that leaves at least 1 of it. */
export function bytes(number) {
  const power = number < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(number) / 3));
  return `${tenth(number / 1_000 ** power)} ${UNITS[power]}`;
}

/** Returns the lines of a plan. */
export function linesOf(load, plan) {
  return [
    titleOf(load),
    '',
    ...partsOf(load, plan),
    '',
    ...diskOf(load, plan),
    '',
    ...websiteOf(plan),
  ]
    .concat(faultsOf(load, plan).flatMap((fault) => ['', fault]))
    .concat(
      '',
      'Reckoned from docs/performance.md, for 1,000 entries a request. What it leaves out: docs/scaling.md.',
    );
}

function titleOf({ entriesPerSecond, websites, largestShare, flavour, busy, cores }) {
  return (
    `${whole(entriesPerSecond)} entries a second of ${count(websites, 'website')} (the largest has ` +
    `${percent(largestShare)}) on ${NAMES[flavour]}, machines with ${count(cores, 'core')}, ${percent(busy)} busy`
  );
}

function partsOf({ cores }, { api, worker, machines, redis, database }) {
  const { coordinator } = database;
  return table([
    ['', 'busy cores', 'needed'],
    ['API', tenth(api.busy), count(api.processes, 'process', 'processes')],
    ['workers', tenth(worker.busy), count(worker.processes, 'process', 'processes')],
    ['', '', `${count(machines, 'machine')} for API and workers`],
    ['Redis', tenth(redis.busy), redisOf(redis)],
    ...(coordinator
      ? [
          [
            'coordinator',
            tenth(coordinator.busy),
            `1 machine with ${count(coordinator.cores, 'core')}`,
          ],
          [
            'database nodes',
            tenth(database.busy),
            `${count(database.nodes, 'machine')} with ${count(cores, 'core')}`,
          ],
        ]
      : [['database', tenth(database.busy), `1 machine with ${count(database.cores, 'core')}`]]),
  ]);
}

const redisOf = ({ nodes, shards }) =>
  nodes === 1 ? '1 server' : `a cluster of ${whole(nodes)} masters, QUEUE_SHARDS=${whole(shards)}`;

function diskOf({ retentionDays }, { disk }) {
  return table([
    [
      'log of the database (WAL)',
      `${bytes(disk.walPerSecond)} a second, ${bytes(disk.walPerDay)} a day`,
    ],
    [
      'disk of the database',
      `${bytes(disk.perDay)} a day, ${bytes(disk.kept)} for ${count(retentionDays, 'day')}`,
    ],
  ]);
}

function websiteOf({ website }) {
  return table([
    ['average website', `${tenth(website.average)} entries a second`],
    ['largest website', `${whole(website.largest)} entries a second`],
    ['bound of one website', `${whole(website.bound)} entries a second, on any number of machines`],
  ]);
}

function faultsOf({ flavour, cores, largestShare }, { website, redis, database }) {
  const faults = [];
  if (!website.fits)
    faults.push(
      `Not possible: one website cannot have ${whole(website.largest)} entries a second, because its counters are ` +
        `locked until each write is done. Divide it into several websites, by host names.`,
    );
  if (!database.fits && flavour !== 'citus')
    faults.push(
      `Not possible with machines of ${count(cores, 'core')}: ${NAMES[flavour]} is one machine and needs ` +
        `${count(database.cores, 'core')}. Take a larger machine (--cores ${whole(database.cores)}), or Citus (--flavour citus).`,
    );
  if (!database.fits && flavour === 'citus')
    faults.push(
      `Not possible with machines of ${count(cores, 'core')}: the coordinator, or the node with the largest website ` +
        `(${percent(largestShare)}), needs more. Take larger machines (--cores).`,
    );
  if (!redis.fits)
    faults.push(
      `Not possible with Redis: the queue can have 12 shards at most, and the largest website stays in one of them. ` +
        `Start several services, and divide the accounts among them.`,
    );
  return faults;
}

/** Aligns cells by columns. */
function table(rows) {
  const widths = rows[0].map((_cell, place) => Math.max(...rows.map((row) => row[place].length)));
  return rows.map((row) =>
    row
      .map((cell, place) => cell.padEnd(widths[place]))
      .join('  ')
      .trimEnd(),
  );
}
