import { canonicalDomain } from '@app/contracts';
import { BOTGAUGE } from './called-as.js';

/**
 * Returns the command that makes a website of the first of some hosts that can be one: an IP address
 * may be a host, but no website. Undefined where none can be.
 *
 * @param account the id of the account, where it is known
 */
export function addWebsiteCommand(hosts: readonly string[], account = 'acc_…'): string | undefined {
  const domain = hosts.map(canonicalDomain).find((one) => one !== '');
  if (domain === undefined) return undefined;
  return `${BOTGAUGE} websites create --account ${account} --domain ${domain}`;
}
