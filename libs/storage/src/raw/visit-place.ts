/**
 * A place between two visits of a website, in the order of time and hash: behind everything before
 * this time and hash, and behind so many of the visits that have exactly these. Visits have no id,
 * and TimescaleDB moves their rows. So a place says what is before it by what visits have.
 */
export interface VisitPlace {
  /** Epoch milliseconds. */
  time: number;
  /** A signed integer of 64 bits, which a number of JavaScript cannot hold. */
  hash: string;
  given: number;
}

const LOWEST_HASH = `${-(2n ** 63n)}`;
const HIGHEST_HASH = `${2n ** 63n - 1n}`;

/** Returns the place before all visits of this time. */
export function placeBefore(time: number): VisitPlace {
  return { time, hash: LOWEST_HASH, given: 0 };
}

/** Returns the place behind a visit that follows a place. */
export function placeBehind(
  place: VisitPlace,
  { time, hash }: Pick<VisitPlace, 'time' | 'hash'>,
): VisitPlace {
  return { time, hash, given: isAt(place, { time, hash }) ? place.given + 1 : 1 };
}

/** Tells whether a visit has exactly the time and hash of a place. */
export function isAt(
  place: VisitPlace,
  { time, hash }: Pick<VisitPlace, 'time' | 'hash'>,
): boolean {
  return place.time === time && place.hash === hash;
}

/** Tells whether a text is a hash that a place can have. */
export function isPlaceHash(text: string): boolean {
  if (!/^-?\d{1,19}$/.test(text)) return false;
  const value = BigInt(text);
  return value >= BigInt(LOWEST_HASH) && value <= BigInt(HIGHEST_HASH);
}
