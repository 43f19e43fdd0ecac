import type { Config } from './settings.js';

/** How visits of browsers are judged where a website does not choose it. */
export type Behaviour = NonNullable<Config['BEHAVIOUR']>;

/**
 * Returns how visits of browsers are judged. Who stores nothing of addresses expects that nothing is
 * derived from them, unless it is asked for.
 */
export function behaviourOf({
  BEHAVIOUR,
  IP_STORAGE,
}: Pick<Config, 'BEHAVIOUR' | 'IP_STORAGE'>): Behaviour {
  return BEHAVIOUR ?? (IP_STORAGE === 'none' ? 'entry' : 'visitor');
}
