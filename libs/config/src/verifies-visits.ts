import type { Config } from './settings.js';

/** Tells whether anything verifies visits. If not, nobody needs to know full addresses. */
export function verifiesVisits(
  config: Pick<Config, 'VERIFY_LISTS' | 'VERIFY_REVERSE_DNS'>,
): boolean {
  return config.VERIFY_LISTS !== 'off' || config.VERIFY_REVERSE_DNS;
}
