/** The time, so that tests can set it. */
export interface Clock {
  /** Epoch milliseconds UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
