import { canonicalHost } from '@app/contracts';

/** How many entries name each host. */
export interface HostCounts {
  /** By hosts in their canonical form. It is empty for entries that name none. */
  byHost: Map<string, number>;
  /** Entries of the hosts that are not told apart any more. */
  others: number;
}

/** Visitors choose the hosts of a log, so this bounds the memory of a run. */
const MOST_HOSTS = 10_000;

/** Returns counts without anything counted yet. */
export const noHosts = (): HostCounts => ({ byHost: new Map(), others: 0 });

/**
 * Adds entries by their hosts.
 *
 * @param hosts as entries name them; the service counts them in their canonical form
 */
export function addHosts(
  counts: HostCounts,
  hosts: Iterable<[host: string, entries: number]>,
): void {
  const { byHost } = counts;
  for (const [host, entries] of hosts) {
    const canonical = canonicalHost(host);
    const known = byHost.get(canonical);
    if (known !== undefined || byHost.size < MOST_HOSTS || canonical === '')
      byHost.set(canonical, (known ?? 0) + entries);
    else counts.others += entries;
  }
}
