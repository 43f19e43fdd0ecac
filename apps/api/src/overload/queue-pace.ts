/** What one look at the queue tells about its pace. */
export interface Look {
  /** Milliseconds of a clock that never goes back. */
  atMs: number;
  /** Batches that no worker has taken yet, postponed ones too. */
  waiting: number;
  /** Those of them that a worker could take now. */
  ready: number;
  /** Batches that have left the queue for good, counted from any moment. */
  finished: number;
}

/** How long the batches that wait now will keep the workers busy. */
export interface Backlog {
  ms: number;
  /** Whether more comes than the workers finish, or nearly as much: it will not be caught up soon. */
  growing: boolean;
}

/** Two moves that lie further apart are no pace but a standstill in between. PostgreSQL tells of some a second late. */
const STANDSTILL_MS = 4_000;
/** A pace is believed when it was seen this long; until then a cold or lucky start would speak for it. */
const LEAST_MS = 3_000;
const WINDOW_MS = 10_000;
/** So long a pace is remembered after its last batch: a worker that is restarted is back by then, mostly. */
const REMEMBERED_MS = 10_000;
/** The end of the window: a burst that is over by then is none any more. */
const RECENT_MS = 2_000;
/** Workers that finish a tenth more than comes are catching up. */
const CATCHING_UP = 0.9;

/** What happened from one move to a later one. */
interface Span {
  ms: number;
  finished: number;
  /** Batches that wait more at its end than at its beginning. */
  grown: number;
}

/**
 * Tells overload from an outage: how many batches the workers finish, while they have enough to do, and how
 * much waits beside that. At a standstill (stores away, workers restarted, queue paused) it tells
 * nothing, and what happened before does not count for the pace after it. Batches are counted when they
 * are done: one that comes back, however old, moves nothing.
 */
export class QueuePace {
  private last: Look | undefined;
  /** The looks that found more batches finished than the look before, without a standstill between them. */
  private moves: Look[] = [];
  private pace: { perMs: number; atMs: number } | undefined;
  /** Workers that begin with a heap get as long as it grew, up to the window, to show that they catch up. */
  private patientUntilMs = -Infinity;
  private emptyAtMs = -Infinity;

  /** Takes the next look; undefined when the pace is not known, or nothing waits for a worker. */
  see(look: Look): Backlog | undefined {
    const { last } = this;
    this.last = look;
    if (look.waiting === 0) this.emptyAtMs = look.atMs;
    // Workers that take what comes at once show what comes, not what they could do.
    if (look.ready === 0 || (last && look.finished < last.finished)) return this.forget();
    if (last && look.finished > last.finished) this.move(look);
    if (!this.pace || look.atMs - this.pace.atMs > REMEMBERED_MS) return undefined;
    return { ms: look.waiting / this.pace.perMs, growing: this.isGrowing(look.atMs) };
  }

  private forget(): undefined {
    this.moves = [];
    this.pace = undefined;
  }

  private move(look: Look): void {
    const before = this.moves.at(-1);
    if (!before || look.atMs - before.atMs > STANDSTILL_MS) {
      this.moves = [];
      const heapedMs = look.atMs - (before?.atMs ?? this.emptyAtMs);
      this.patientUntilMs = look.atMs + Math.min(WINDOW_MS, heapedMs);
    }
    this.moves = [...this.moves.filter(({ atMs }) => look.atMs - atMs <= WINDOW_MS), look];
    const span = spanOf(this.moves);
    if (span && span.ms >= LEAST_MS)
      this.pace = { perMs: span.finished / span.ms, atMs: look.atMs };
  }

  /** Both lately and over the whole window: what comes in bursts grows now and then, and is caught up all the same. */
  private isGrowing(nowMs: number): boolean {
    if (nowMs < this.patientUntilMs) return false;
    const whole = spanOf(this.moves);
    const moved = this.moves.at(-1)?.atMs ?? -Infinity;
    if (!whole || whole.ms < LEAST_MS || nowMs - moved > STANDSTILL_MS) return false;
    const recent = spanOf(this.moves.filter(({ atMs }) => moved - atMs <= RECENT_MS)) ?? whole;
    return [whole, recent].every(
      ({ finished, grown }) => finished + grown > CATCHING_UP * finished,
    );
  }
}

/** From the first of these looks to the last; undefined when that is no time. */
function spanOf(moves: Look[]): Span | undefined {
  const [first] = moves;
  const last = moves.at(-1);
  if (!first || !last || first === last) return undefined;
  return {
    ms: last.atMs - first.atMs,
    finished: last.finished - first.finished,
    grown: last.waiting - first.waiting,
  };
}
