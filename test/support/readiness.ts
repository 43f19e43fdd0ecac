import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from './processes.js';

const PATIENCE_MS = 120_000;
/** A process that waits for its stores answers slowly, even more so on a busy machine. */
const ANSWER_MS = 60_000;

async function statusOf(one: ServiceProcess, path: string): Promise<number | undefined> {
  try {
    const response = await fetch(`${one.base}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
    await response.text();
    return response.status;
  } catch {
    return undefined;
  }
}

/**
 * Waits until every process says at `/readyz` what it should. `/healthz` must say 200 all the time.
 *
 * @throws Error when one dies, is not alive, or does not say so within two minutes
 */
export async function untilReadiness(
  processes: ServiceProcess[],
  wanted: 200 | 503,
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (const one of processes) {
    for (let said: number | undefined; said !== wanted; await sleep(100)) {
      if (!one.lives())
        throw new Error(`The ${one.app} died by itself: ${one.output().slice(-500)}`);
      const health = await statusOf(one, '/healthz');
      if (health !== 200) throw new Error(`/healthz of the ${one.app} said ${health ?? 'nothing'}`);
      said = await statusOf(one, '/readyz');
      if (said !== wanted && Date.now() > deadline)
        throw new Error(`/readyz of the ${one.app} still says ${said ?? 'nothing'}, not ${wanted}`);
    }
  }
}
