/**
 * Does some work a number of times, a few at a time, and returns all results. Requests that are
 * all sent at once wait for one another, and on a busy machine longer than the service lets them
 * wait: then it answers 503, as it should.
 */
export async function inLanes<T>(
  count: number,
  work: (index: number) => Promise<T>,
  lanes = 8,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
  return results;
}
