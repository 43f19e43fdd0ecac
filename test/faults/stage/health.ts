import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../../support/processes.js';

const PATIENCE_MS = 30_000;
/** A process that thinks about its stores takes its time. */
const ANSWER_MS = 15_000;

async function statusOf({ port }: ServiceProcess, path: string): Promise<number | undefined> {
  try {
    const url = `http://127.0.0.1:${port}${path}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    await response.text();
    return response.status;
  } catch {
    return undefined;
  }
}

/**
 * Waits until every process says at `/readyz` what it should; `/healthz` must say 200 all the time.
 *
 * @throws Error when one dies, is not alive, or does not say so within half a minute
 */
export async function untilReadiness(
  processes: ServiceProcess[],
  wanted: 200 | 503,
): Promise<void> {
  for (const one of processes) {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      if (!one.lives())
        throw new Error(`The ${one.app} died by itself: ${one.output().slice(-500)}`);
      const health = await statusOf(one, '/healthz');
      if (health !== 200) throw new Error(`/healthz of the ${one.app} said ${health ?? 'nothing'}`);
      const readiness = await statusOf(one, '/readyz');
      if (readiness === wanted) break;
      if (Date.now() > deadline) {
        throw new Error(
          `/readyz of the ${one.app} said ${readiness ?? 'nothing'} for 30 s, wanted ${wanted}`,
        );
      }
      await sleep(100);
    }
  }
}
