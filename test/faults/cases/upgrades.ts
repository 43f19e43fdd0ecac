import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@app/testing';
import { startCli } from '../../support/cli.js';
import { copyOfBuild, replaceIn } from '../copy-of-build.js';
import { BOTH, type Fault, must, type Scene } from '../fault.js';
import { untilDrained } from '../oracle.js';
import { Producer } from '../producer.js';
import type { Stage } from '../stage.js';

const MIGRATIONS = 'libs/storage/sql/migrations';
const WRITE = 'libs/storage/sql/ingest/open_batches.sql';
/** The parameter has another number whenever visits get a column. */
const FENCE = /require_newest_release\((\$\d+)\)/;
const WAIT_MS = 120_000;

/**
 * What the next release changes: status codes are counted only when a worker asks for it. A worker of
 * this release does not ask, so what it writes into the new schema is missing there.
 */
const NEXT_MIGRATION = `
CREATE FUNCTION ignore() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER unless_asked BEFORE INSERT ON unmerged_hosts FOR EACH ROW
WHEN (current_setting('application_name') LIKE 'botgauge-worker%'
  AND current_setting('botgauge.statuses', true) IS DISTINCT FROM 'asked')
EXECUTE FUNCTION ignore();`;
const ASKS = "set_config('botgauge.statuses', 'asked', true)";

/** The order that deploy/README.md tells: old workers away, migration, new workers, new API. */
export const upgrade: Fault = {
  id: '27',
  name: 'upgrade under load, in the right order',
  queues: BOTH,
  stage: () => ({ workerCount: 2 }),
  run: async (scene) => {
    const { stage } = scene;
    const { producer, next } = await load(scene);
    for (const old of [...stage.workers]) await stage.stop(old);
    await stage.upgradeTo(next);
    await startNewOnes(stage);
    await endLoad(scene, producer);
    return [producer];
  },
};

/** A worker of the old release keeps running: it gives its jobs back until a new one takes them. */
export const oldWorkerRefused: Fault = {
  id: '28',
  name: 'upgrade under load, an old worker still runs',
  queues: BOTH,
  run: async (scene) => {
    const { stage } = scene;
    const [old] = stage.workers;
    const { producer, next } = await load(scene);
    await stage.upgradeTo(next);
    await eventually(
      () => expectLine(old?.output(), 'the database has schema version'),
      WAIT_MS,
      100,
    );
    await startNewOnes(stage);
    await endLoad(scene, producer);
    if (old) await stage.stop(old);
    return [producer];
  },
};

/**
 * A worker that the database does not refuse spoils the counts, and `verify --repair` mends them.
 */
export const oldWorkerRepaired: Fault = {
  id: '29',
  name: 'upgrade under load, an old worker writes; verify --repair',
  queues: BOTH,
  stage: () => ({ dist: unfencedRelease() }),
  run: async (scene) => {
    const { stage, note } = scene;
    const [old] = stage.workers;
    const { producer, next } = await load(scene);
    await stage.upgradeTo(next);
    const before = await visits(stage);
    await eventually(async () => must((await visits(stage)) > before, 'nothing more'), WAIT_MS, 50);
    if (old) await stage.stop(old);
    await startNewOnes(stage);
    await endLoad(scene, producer);
    await untilDrained(stage);

    const found = await verify(stage);
    must(found.status === 1, `verify ended with ${found.status} before the repair`);
    note(`${found.stdout.match(/_daily/g)?.length} counts of days differed before the repair`);
    const repaired = await verify(stage, '--repair');
    must(repaired.status === 0, `the repair ended with ${repaired.status}: ${repaired.stdout}`);
    return [producer];
  },
};

/** Starts the producer, and makes the next release while the old workers store. */
async function load({ stage }: Scene): Promise<{ producer: Producer; next: string }> {
  const producer = new Producer(stage, { entries: 20, perSecond: 20 }).start();
  const next = nextRelease();
  await eventually(async () => must((await visits(stage)) > 0, 'nothing is stored'), WAIT_MS, 50);
  return { producer, next };
}

async function startNewOnes(stage: Stage): Promise<void> {
  const old = [...stage.apis];
  for (let i = 0; i < 2; i++) await stage.startWorker();
  await stage.startApi();
  for (const api of old) await stage.stop(api);
}

/** The new release must store something, too. */
async function endLoad({ stage, note }: Scene, producer: Producer): Promise<void> {
  const before = await visits(stage);
  await eventually(async () => must((await visits(stage)) > before, 'nothing more'), WAIT_MS, 50);
  await producer.stop();
  note(`${producer.obligations.length} requests during the upgrade`);
}

/** Returns a build of the next release: one more migration, and workers that know it. */
function nextRelease(): string {
  const dist = copyOfBuild();
  const numbers = readdirSync(join(dist, MIGRATIONS)).map((file) => Number(file.slice(0, 4)));
  const number = String(Math.max(...numbers) + 1).padStart(4, '0');
  writeFileSync(join(dist, MIGRATIONS, `${number}_next.sql`), NEXT_MIGRATION);
  replaceIn(dist, WRITE, FENCE, (fence) => `${fence}, ${ASKS}`);
  return dist;
}

/** Returns a build of this release whose workers the database does not refuse. */
function unfencedRelease(): string {
  const dist = copyOfBuild();
  replaceIn(
    dist,
    WRITE,
    FENCE,
    (fence) => `(SELECT ${/\$\d+/.exec(fence)?.[0]}::integer) AS known`,
  );
  return dist;
}

async function visits({ database }: Stage): Promise<number> {
  const [row] = await database.query<{ visits: number }>(
    'SELECT count(*)::int AS visits FROM visits',
  );
  return row?.visits ?? 0;
}

function verify({ env, dist }: Stage, ...options: string[]) {
  return startCli(['verify', ...options], env, dist).ended;
}

function expectLine(output: string | undefined, text: string): void {
  must(output?.includes(text) ?? false, `The old worker does not say: ${text}`);
}
