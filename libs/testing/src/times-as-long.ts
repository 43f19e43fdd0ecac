/** So many pairs are measured at least, and more as long as they are quick. */
const LEAST_PAIRS = 5;
const MOST_PAIRS = 40;
const ENOUGH_MICROSECONDS = 50_000;

/**
 * Returns how many times as long one work takes as another one, in time of the processor: what else
 * the machine does makes neither longer. Both are done in turns, and of each the shortest time
 * counts. So work of a size and of a multiple of it tell how time grows with size, on any machine.
 */
export function timesAsLong(work: () => void, other: () => void): number {
  const shortest = [Infinity, Infinity];
  let spent = 0;
  for (let pair = 0; pair < MOST_PAIRS; pair++) {
    if (pair >= LEAST_PAIRS && spent > ENOUGH_MICROSECONDS) break;
    for (const [place, one] of [work, other].entries()) {
      const time = microsecondsOf(one);
      spent += time;
      shortest[place] = Math.min(shortest[place] ?? 0, time);
    }
  }
  const [own = 0, others = 0] = shortest;
  return own / Math.max(1, others);
}

function microsecondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
