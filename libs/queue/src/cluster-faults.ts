import type { ClusterView } from './probe-redis.js';

/**
 * Returns a sentence for each thing because of which one node of a cluster would stop all of the
 * queue, or because of which little is known of it.
 */
export function clusterFaults({ masters, silent, fullCoverage }: ClusterView): string[] {
  const faults: string[] = [];
  if (silent > 0)
    faults.push(
      `${silent} of ${masters} masters do not answer, so their settings could not be checked`,
    );
  if (fullCoverage.includes('yes'))
    faults.push(
      'cluster-require-full-coverage is yes: set it to no on every node, otherwise the whole queue stops when one node is down',
    );
  else if (fullCoverage.includes(undefined))
    faults.push(
      'cluster-require-full-coverage could not be checked: make sure that it is no, otherwise the whole queue stops when one node is down',
    );
  if (masters < 3)
    faults.push(
      `it has ${masters === 1 ? '1 master' : `${masters} masters`}: with fewer than three, the others stop when one is down`,
    );
  return faults;
}
