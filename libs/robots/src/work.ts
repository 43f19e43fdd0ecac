/**
 * Work that may take long. Whoever runs it may pause at each `yield`, which come at least every
 * tenth of a millisecond or so.
 */
export type Work<Result> = Generator<void, Result>;

/** Runs work to its end, with pauses. */
export type Run = <Result>(work: Work<Result>) => Promise<Result>;

/** The same. It tells in how many milliseconds the work was done, at each pause and at the end. */
export type RunAndTell = <Result>(
  work: Work<Result>,
  spend: (ms: number) => void,
) => Promise<Result>;

/** Runs work to its end without a pause. */
export function runAtOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
