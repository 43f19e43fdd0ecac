/** Returns the first and the last of some times; `Infinity` and `-Infinity` when there is none. */
export function firstAndLast(times: Float64Array): { first: number; last: number } {
  let first = Infinity;
  let last = -Infinity;
  // Not for … of, which makes an object of each time.
  for (let row = 0; row < times.length; row++) {
    const time = times[row] as number;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return { first, last };
}
