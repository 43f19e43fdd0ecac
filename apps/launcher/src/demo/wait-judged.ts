import { setTimeout as sleep } from 'node:timers/promises';

/** Visits of browsers by what is known of their visitors. */
export interface Verdicts {
  people_visits: number;
  undecided_visits: number;
  automation_visits: number;
  not_judged_visits: number;
}

export interface WaitOptions {
  /** Returns the counts that the reports show so far. */
  verdicts: () => Promise<Verdicts>;
  /** How long they must stay as they are: longer than the worker's pause between two rounds. */
  quietMs?: number;
  /** Gives up after this long. Verdicts that still change are shown as they are. */
  patienceMs?: number;
  /** Pause between two looks. */
  everyMs?: number;
  /** The clock, in milliseconds, and what waits by it. */
  time?: { now: () => number; sleep: (ms: number) => Promise<unknown> };
}

const REAL_TIME = { now: () => performance.now(), sleep };

/** Waits until the verdicts on visitors stay as they are. Without visits of browsers there are none. */
export async function waitJudged(options: WaitOptions): Promise<void> {
  const { verdicts, quietMs = 7_000, patienceMs = 60_000, everyMs = 250 } = options;
  const { time = REAL_TIME } = options;
  const begun = time.now();
  let last = '';
  let changedAt = begun;
  for (;;) {
    const { people_visits, undecided_visits, automation_visits, not_judged_visits } =
      await verdicts();
    const counts = [people_visits, undecided_visits, automation_visits, not_judged_visits];
    const now = time.now();
    if (counts.join() !== last) changedAt = now;
    last = counts.join();
    const none = counts.every((visits) => visits === 0);
    if (none || now - changedAt >= quietMs || now - begun >= patienceMs) return;
    await time.sleep(everyMs);
  }
}
