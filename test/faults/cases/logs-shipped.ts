import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removedAtEnd } from '@app/testing';
import { RotatingLog, ShipProcess, zip } from '../../support/shipping.js';
import { BOTH, type Fault, must, type Scene } from '../fault.js';
import { untilAtLeast } from '../until.js';

const LINES = 200_000;
const ROTATIONS = 5;
const KILLS = 3;
const AWAY_SECONDS = 60;
const MOST_MIB = 100;
/** How many lines a server writes at once. */
const BURST = 500;

/**
 * A log grows and is rotated while the command that follows it is killed and the API is away. The
 * first rotated file is zipped while nobody reads it.
 */
export const logsShipped: Fault = {
  id: '30',
  name: 'log followed through rotations, kill -9 and an outage',
  queues: BOTH,
  run: async (scene: Scene) => {
    const { stage, times, lasting, note } = scene;
    const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-ship-')));
    const log = new RotatingLog(folder, 'access.log', '/ship');
    const api = stage.apis[0];
    must(api !== undefined, 'the stage has no API');
    const env = {
      BOTGAUGE_URL: api.base,
      BOTGAUGE_BOT_KEY: stage.tenant.botKey,
      IMPORT_STATE_DIR: join(folder, 'state'),
    };
    const peaks: number[] = [];
    let ship = new ShipProcess([`${log.path}*`], env);
    const measure = () => void peaks.push(ship.peakMib() ?? 0);
    const total = times(LINES);
    const writeTo = async (share: number) => {
      while (log.lines < total * share) {
        log.append(Math.min(BURST, total - log.lines));
        await sleep(5);
      }
    };
    const stored = () => countShipped(scene);
    for (let rotation = 1; rotation <= ROTATIONS; rotation++) {
      const share = rotation / (ROTATIONS + 1);
      await writeTo(share - 0.05);
      if (rotation > KILLS) {
        log.rotate();
      } else {
        await untilAtLeast('visits', log.lines / 2, stored);
        measure();
        await ship.kill();
        // What is written while nobody reads is in the old file and in the new one.
        log.append(BURST);
        const old = log.rotate();
        if (rotation === 1) zip(old);
        ship = new ShipProcess([`${log.path}*`], env);
      }
      if (rotation === ROTATIONS) await apiAway(scene, lasting(AWAY_SECONDS), writeTo(share));
    }
    await writeTo(1);
    await untilAtLeast('visits', total, stored).catch((error: Error) => {
      throw new Error(`${error.message}; ship said: ${ship.output()}`);
    });
    measure();
    const status = await ship.stop();
    must(status === 0, `ship ended with ${status}: ${ship.output()}`);
    const [visits, paths] = [await stored(), await countShipped(scene, 'DISTINCT path')];
    must(visits === total && paths === total, `${visits} visits to ${paths} paths of ${total}`);
    const peak = Math.max(...peaks);
    must(peak <= MOST_MIB, `it used ${peak.toFixed(1)} MiB of memory, more than ${MOST_MIB}`);
    note(
      `${visits} lines, each once; ${ROTATIONS} rotations, ${KILLS} kills, API away for ` +
        `${lasting(AWAY_SECONDS) / 1000} s; at most ${peak.toFixed(1)} MiB (VmHWM)`,
    );
    return [];
  },
};

/** Kills the API, and starts it after a while on the same port. */
async function apiAway({ stage }: Scene, milliseconds: number, meanwhile: Promise<void>) {
  const api = stage.apis[0]!;
  await stage.kill(api);
  await Promise.all([sleep(milliseconds), meanwhile]);
  await stage.startApi({ PORT: String(api.port) });
}

async function countShipped({ stage }: Scene, what = '*'): Promise<number> {
  const rows = await stage.database.query<{ n: number }>(
    `SELECT count(${what})::int AS n FROM visit_entries WHERE path LIKE '/ship/%'`,
  );
  return rows[0]?.n ?? 0;
}
