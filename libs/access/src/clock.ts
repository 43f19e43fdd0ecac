/** The source of the current time, which tests can set. */
export interface Clock {
  /** Epoch milliseconds UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
