import { behaviourOf } from './behaviour.js';
import type { Config } from './settings.js';

/** Tells whether anything verifies visits. */
export function verifiesVisits(
  config: Pick<Config, 'VERIFY_LISTS' | 'VERIFY_REVERSE_DNS'>,
): boolean {
  return config.VERIFY_LISTS !== 'off' || config.VERIFY_REVERSE_DNS;
}

/** Tells whether the worker needs full addresses. If not, nobody needs to know them. */
export function needsAddresses(
  config: Pick<Config, 'VERIFY_LISTS' | 'VERIFY_REVERSE_DNS' | 'BEHAVIOUR' | 'IP_STORAGE'>,
): boolean {
  return verifiesVisits(config) || behaviourOf(config) === 'visitor';
}
