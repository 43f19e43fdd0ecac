import { setTimeout as sleep } from 'node:timers/promises';
import { count } from '@app/report-text';
import { ExpectedError } from '../expected-error.js';

const SAY_EVERY_MS = 5000;

export interface WaitOptions {
  /** Returns how many visits the reports count so far. */
  visible: () => Promise<number>;
  /** How many visits there will be. */
  wanted: number;
  /** Called from time to time with the progress. */
  say: (line: string) => void;
  /** Gives up after this long without a change; by default after one minute. */
  patienceMs?: number;
  /** Pause between two looks. */
  everyMs?: number;
}

/**
 * Waits until the reports count every accepted entry.
 *
 * @throws ExpectedError when the count does not change for too long
 */
export async function waitVisible(options: WaitOptions): Promise<void> {
  const { visible, wanted, say, patienceMs = 60_000, everyMs = 250 } = options;
  let last = -1;
  let changedAt = Date.now();
  let saidAt = Date.now();
  for (;;) {
    const now = await visible();
    if (now !== last) changedAt = Date.now();
    last = now;
    if (now === wanted) return;
    if (Date.now() - changedAt >= patienceMs) {
      throw new ExpectedError(
        `The reports show ${count(now)} of ${count(wanted)} accepted entries, and that has not changed for ${Math.round(patienceMs / 1000)} s. The worker's messages say why; LOG_LEVEL=info shows more of them.`,
      );
    }
    if (Date.now() - saidAt >= SAY_EVERY_MS) {
      saidAt = Date.now();
      say(`The reports show ${count(now)} of ${count(wanted)} entries…`);
    }
    await sleep(everyMs);
  }
}
