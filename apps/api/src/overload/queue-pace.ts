/** What one look at the queue tells about its pace. */
export interface Look {
  /** Milliseconds of a clock that never goes back. */
  atMs: number;
  /** Jobs that no worker has taken yet, postponed ones too. */
  waiting: number;
  /** Those of them that a worker could take now. */
  ready: number;
  /** Jobs that have left the queue for good, counted from any moment. */
  finished: number;
}

/** How long the jobs that wait now will keep the workers busy. */
export interface Backlog {
  ms: number;
  /** Whether more comes than the workers finish, or nearly as much: it will not be caught up soon. */
  growing: boolean;
}

/** So much of the past is looked at. A restarted worker is back by then, mostly, so a pace outlives it. */
const WINDOW_MS = 10_000;
/** A pace is believed when it was seen this long; until then a cold or lucky start would speak for it. */
const LEAST_MS = 3_000;
/** So long without a finished job is a standstill. PostgreSQL tells of some jobs a second late. */
const STANDSTILL_MS = 4_000;
/** The end of the window: a burst that is over by then is none any more. */
const RECENT_MS = 2_000;
/** Workers catch up when the queue shrinks by at least a tenth of what they finish. */
const CATCHING_UP = 0.1;

/**
 * Tells overload from an outage: how many jobs the workers finish while they have enough to do, and how
 * much waits beside that. At a standstill (stores away, workers restarted, queue paused) it tells nothing,
 * and the window begins anew after it. Jobs are counted when they are done: one that comes back, however
 * old, moves nothing.
 */
export class QueuePace {
  /** The looks of the window. */
  private looks: Look[] = [];
  /** Jobs that the workers finish in a millisecond; 0 while that is not known. */
  private pace = 0;
  /** When a look last found more jobs finished than the look before. */
  private movedAtMs = -Infinity;
  private emptyAtMs = -Infinity;
  /** Workers that begin with a heap get as long as it grew, up to the window, to show that they catch up. */
  private patientUntilMs = -Infinity;

  /** Takes the next look; undefined when the pace is not known, or nothing waits for a worker. */
  see(look: Look): Backlog | undefined {
    const last = this.looks.at(-1);
    if (look.waiting === 0) this.emptyAtMs = look.atMs;
    // Workers that take at once what comes show what comes, not what they could do. And a count that went
    // back is another count.
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
    // Both lately and over the whole window: what comes in bursts grows now and then, and is caught up all
    // the same.
    const growing = [first, recent].every((from) => isGrowing(from, look));
    const judged = moves && look.atMs >= this.patientUntilMs;
    return { ms: look.waiting / this.pace, growing: judged && growing };
  }
}

function isGrowing(from: Look, to: Look): boolean {
  return to.waiting - from.waiting > -CATCHING_UP * (to.finished - from.finished);
}
