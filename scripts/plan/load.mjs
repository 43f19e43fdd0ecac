// What a load needs of one part of the service. All of it is arithmetic; the figures come from outside.

/** How many a second can be done one after the other, when a million takes so many seconds. */
export const rateOf = (secondsAMillion) => 1e6 / secondsAMillion;

/** How many cores are busy all the time. */
export const busyCores = (entriesPerSecond, secondsAMillion) =>
  (entriesPerSecond * secondsAMillion) / 1e6;

/**
 * Returns how many nodes divide a load, when the share of one website stays together. The node with this
 * website has its share, and its part of the rest.
 *
 * @param load busy cores of all together
 * @param share part of the load that cannot be divided, 0 to 1
 * @param room how many cores of a node may be busy
 * @returns Infinity when no number of nodes is enough
 */
export function nodesFor(load, share, room) {
  if (load <= room) return 1;
  const left = room - load * share;
  if (left <= 0) return Infinity;
  return roundUp((load * (1 - share)) / left);
}

/** Rounds up, but not because of the last digits of a fraction in binary. */
export const roundUp = (number) => Math.ceil(Number(number.toPrecision(12)));
