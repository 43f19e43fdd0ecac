/** The work is done again at most this often. */
const PER_SECOND = 10;

/**
 * Returns a function that does the work each time it is called, as long as it is called at most ten
 * times a second. Beyond that it gives the latest result again, which is then at most a tenth of a
 * second old, or the one that is being made. Nobody needs a key for the routes of operators, so
 * what they cost must not grow with how often they are asked.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function sparingly<Result>(
  work: () => Promise<Result>,
  now: () => number = () => performance.now(),
): () => Promise<Result> {
  let allowed = PER_SECOND;
  let countedAt = now();
  let latest: Promise<Result> | undefined;
  return () => {
    const time = now();
    allowed = Math.min(PER_SECOND, allowed + ((time - countedAt) / 1_000) * PER_SECOND);
    countedAt = time;
    if (latest && allowed < 1) return latest;
    allowed -= 1;
    latest = work();
    return latest;
  };
}
