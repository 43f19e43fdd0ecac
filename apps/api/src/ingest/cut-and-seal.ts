import type { AddressColumn, IpStorage } from '@app/contracts';
import type { ApiMetrics } from '@app/observability';
import { cutAddresses, sealAddresses, storeAddresses } from '@app/queue';
import type { SealingKey } from './sealing-key.js';

export interface CutAndSealDependencies {
  ipStorage: IpStorage;
  /** Undefined when no worker needs full addresses. */
  sealingKey: Pick<SealingKey, 'get'> | undefined;
  metrics: Pick<ApiMetrics, 'batchesUnsealed'>;
}

/**
 * Cuts the addresses of a batch as IP_STORAGE says, because what is queued is written to disks, and
 * files of a store keep it for a while. Returns what was cut off, encrypted for the worker, or
 * undefined when there is nothing, or no key to encrypt it with. It never fails.
 */
export type CutAndSeal = (batchId: string, addresses: AddressColumn) => Promise<string | undefined>;

export function createCutAndSeal(dependencies: CutAndSealDependencies): CutAndSeal {
  const { ipStorage, sealingKey, metrics } = dependencies;

  return async function cutAndSeal(batchId, addresses) {
    if (ipStorage === 'full') return undefined;
    const key = sealingKey && (await sealingKey.get());
    if (key) return sealAddresses(cutAddresses(addresses, ipStorage), batchId, key);
    storeAddresses(addresses, ipStorage);
    if (sealingKey) metrics.batchesUnsealed.inc();
    return undefined;
  };
}
