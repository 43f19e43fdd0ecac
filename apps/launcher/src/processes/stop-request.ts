/** Rejects waiting promises when the launcher is asked to stop. */
export class StopRequested extends Error {
  constructor(readonly reason: string) {
    super(`Asked to stop (${reason}).`);
    this.name = 'StopRequested';
  }
}

export interface StopRequest {
  /**
   * Rejects with StopRequested, or with `work`'s own failure, if that comes before `work` is done.
   */
  orStop<T>(work: Promise<T>): Promise<T>;
  /** Stops for an internal reason that makes the exit status 1. */
  fail(error: Error): void;
  /** Throws when a stop was asked for. */
  check(): void;
  /** Removes the handlers. */
  release(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// npm and the terminal deliver one Ctrl-C several times within a moment.
const SAME_REQUEST_MS = 1000;

/**
 * Listens for anything that asks the launcher to stop: a signal, or the loss of the process that
 * started it. A second signal that comes a second or more after the first calls `atOnce`.
 */
export function listenForStop(atOnce: () => void): StopRequest {
  let reject: (error: Error) => void = () => undefined;
  let asked: Error | undefined;
  let askedAt = 0;
  const stopped = new Promise<never>((_, refuse) => (reject = refuse));
  // Perhaps nobody is waiting when the request comes.
  stopped.catch(() => undefined);

  const ask = (error: Error) => {
    if (asked) return;
    asked = error;
    askedAt = Date.now();
    reject(error);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (asked && Date.now() - askedAt >= SAME_REQUEST_MS) atOnce();
    ask(new StopRequested(signal));
  };
  const onDisconnect = () => ask(new StopRequested('the process that started it is gone'));
  const onBug = (error: Error) => ask(error);

  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on('disconnect', onDisconnect);
  process.on('uncaughtException', onBug);
  return {
    orStop: (work) => Promise.race([work, stopped]),
    fail: ask,
    check: () => {
      if (asked) throw asked;
    },
    release: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
      process.off('disconnect', onDisconnect);
      process.off('uncaughtException', onBug);
    },
  };
}
