import { setTimeout as sleep } from 'node:timers/promises';
import { BOTH, type Fault, must, type Scene } from '../fault.js';
import { Producer } from '../producer.js';
import { runCli, startCli } from '../../support/cli.js';

const AT_ONCE = 4;

export const migrationsAtOnce: Fault = {
  id: '20',
  name: '4 migrate at once; killed half-way',
  queues: BOTH,
  stage: () => ({ prepared: false }),
  run: async ({ stage, random, times, note }) => {
    const begun = Date.now();
    const runs = Array.from({ length: AT_ONCE }, () => startCli(['migrate'], stage.env).ended);
    for (const { status, stderr } of await Promise.all(runs)) {
      must(status === 0, `A migration ended with ${status}: ${stderr}`);
    }
    const took = Date.now() - begun;
    const kills = times(10);
    let halfWay = 0;
    for (let kill = 0; kill < kills; kill++) {
      if (await killMigration(stage, `half_way_${kill}`, random() * took)) halfWay++;
    }
    note(`${kills} migrations killed, ${halfWay} before they were done; all completed by the next`);
    await stage.setUp();
    const producer = new Producer(stage);
    await producer.sendMany(20);
    return [producer];
  },
};

/**
 * Kills a migration of a new database after this time, then runs another one to its end. Returns
 * whether the first was interrupted.
 */
async function killMigration(
  { env, database }: Scene['stage'],
  name: string,
  afterMs: number,
): Promise<boolean> {
  await database.query(`CREATE DATABASE ${name}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const there = { ...env, DATABASE_URL: url.href };
  const { child, ended } = startCli(['migrate'], there);
  await sleep(afterMs);
  child.kill('SIGKILL');
  const { status } = await ended;
  await runCli(['migrate'], there);
  const { visits } = await runCli<{ visits: number }>(['verify'], there);
  must(visits === 0, `A new database has ${visits} visits`);
  return status === null;
}
