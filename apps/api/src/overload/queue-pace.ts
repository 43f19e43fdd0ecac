/** What one look at the queue tells about its pace. */
export interface Look {
  /** Milliseconds of a clock that never goes back. */
  atMs: number;
  /** Jobs that no worker has taken yet, postponed ones too. */
  waiting: number;
  /** The waiting jobs that a worker could take now. */
  ready: number;
  /** Jobs that have left the queue for good, counted from any moment. */
  finished: number;
}

/** How long the jobs that wait now will keep the workers busy. */
export interface Backlog {
  ms: number;
  /**
   * Whether as much comes as the workers finish, or nearly as much, so that they will not catch up
   * soon.
   */
  growing: boolean;
}

/**
 * How much of the past is looked at. A restarted worker is usually back by then, so the pace stays
 * known.
 */
const WINDOW_MS = 10_000;
/** A pace is believed after this time. Before, it could be that of a slow or a lucky start. */
const LEAST_MS = 3_000;
/** This long without a finished job is a standstill. PostgreSQL counts some jobs a second late. */
const STANDSTILL_MS = 4_000;
/** The last part of the window. A burst that ended before it does not count any more. */
const RECENT_MS = 2_000;
/** Workers catch up when the queue shrinks by at least a tenth of what they finish. */
const CATCHING_UP = 0.1;

/**
 * Tells overload from an outage: how many jobs the workers finish while they have enough to do, and
 * how many more wait. At a standstill (stores away, workers restarted, queue paused) nothing is
 * known, and the window begins again after it. Jobs are counted when they are done, so a job that
 * comes back to the queue changes nothing, however old it is.
 */
export class QueuePace {
  /** The looks of the window. */
  private looks: Look[] = [];
  /** How many jobs the workers finish in a millisecond, or 0 while that is not known. */
  private pace = 0;
  /** When a look last found more jobs finished than the look before. */
  private movedAtMs = -Infinity;
  private emptyAtMs = -Infinity;
  /**
   * Workers that start with a backlog get the time in which it grew, up to the window, to show that
   * they catch up.
   */
  private patientUntilMs = -Infinity;

  /**
   * Takes the next look. Returns undefined when the pace is not known, or when no job waits for a
   * worker.
   */
  see(look: Look): Backlog | undefined {
    const last = this.looks.at(-1);
    if (look.waiting === 0) this.emptyAtMs = look.atMs;
    // Workers that take every job at once show how many jobs come, and not how many they could do.
    // And a count that became smaller was started again.
    if (look.ready === 0 || (last && look.finished < last.finished)) {
      this.looks = [];
      this.pace = 0;
      return undefined;
    }
    if (last && look.finished > last.finished) this.move(look);
    this.looks = [...this.looks.filter(({ atMs }) => look.atMs - atMs <= WINDOW_MS), look];
    return this.judge(look);
  }

  private move({ atMs }: Look): void {
    if (atMs - this.movedAtMs > STANDSTILL_MS) {
      this.looks = [];
      const heapedMs = atMs - Math.max(this.movedAtMs, this.emptyAtMs);
      this.patientUntilMs = atMs + Math.min(WINDOW_MS, heapedMs);
    }
    this.movedAtMs = atMs;
  }

  private judge(look: Look): Backlog | undefined {
    const stillMs = look.atMs - this.movedAtMs;
    const first = this.looks[0] ?? look;
    const recent = this.looks.find(({ atMs }) => look.atMs - atMs <= RECENT_MS) ?? look;
    const seenMs = this.movedAtMs - first.atMs;
    const finished = look.finished - first.finished;
    const moves = stillMs <= STANDSTILL_MS;
    if (moves && seenMs >= LEAST_MS && finished > 0) this.pace = finished / seenMs;
    if (this.pace === 0 || stillMs > WINDOW_MS) return undefined;
    // It must grow both lately and over the whole window: a queue to which jobs come in bursts
    // grows now and then, although the workers catch up.
    const growing = [first, recent].every((from) => isGrowing(from, look));
    const judged = moves && look.atMs >= this.patientUntilMs;
    return { ms: look.waiting / this.pace, growing: judged && growing };
  }
}

function isGrowing(from: Look, to: Look): boolean {
  return to.waiting - from.waiting > -CATCHING_UP * (to.finished - from.finished);
}
