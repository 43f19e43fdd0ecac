import type { Figures } from '@app/contracts';

/**
 * What the facts say about one cause. `on`: it is there. `off`: it is not. `between`: neither, so an
 * event stays as it is. `unknown`: the facts say nothing, because logs are missing.
 */
export type Level = 'on' | 'off' | 'between' | 'unknown';

export interface Signal {
  /** Another word for everything else that the rule can tell. */
  cause: string;
  /** What is shown; null means all AI bots, or the website. */
  subject: string | null;
  level: Level;
  /** Asked for when an event opens, which is rare. */
  figures: () => Figures;
  /** True when the event is over as soon as it is told. */
  atOnce?: true;
}

/** What is remembered of a cause that is no event yet. */
export interface State {
  cause: string;
  /** Epoch milliseconds. */
  since: number;
  figures: Figures;
}

/** What a rule says about a website, and what it wants to remember. */
export interface Reading {
  signals: Signal[];
  /** States to remember in the place of those before. Undefined leaves them as they are. */
  states?: State[];
}
