import { undoneAtEnd } from './cleanup.js';

/** A `Date.now` that moves only when the test moves it. */
export interface StoppedTime {
  advance(milliseconds: number): void;
  /** Lets it go on, from what it would be without this. */
  goOn(): Promise<void>;
}

/**
 * Stops `Date.now`, so that no window of a limit ends in the middle of a test, however slow the
 * machine is.
 */
export function stopTime(): StoppedTime {
  const { now } = Date;
  let time = now();
  Date.now = () => time;
  return {
    advance: (milliseconds) => {
      time += milliseconds;
    },
    goOn: undoneAtEnd(() => void (Date.now = now)),
  };
}

/** Stops `Date.now` in each test of a suite. */
export function stopTimeInEachTest(): Pick<StoppedTime, 'advance'> {
  let stopped: StoppedTime;
  beforeEach(() => {
    stopped = stopTime();
  });
  afterEach(() => stopped.goOn());
  return { advance: (milliseconds) => stopped.advance(milliseconds) };
}
