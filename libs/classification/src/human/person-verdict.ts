import type { Client } from '@app/contracts';
import type { LayerName, ReasonedVerdict } from '../layer.js';
import { parseClient } from './parse-client.js';

/** Returns the verdict "person", with the given client or the one read from the user agent. */
export function personVerdict(
  of: Client | string,
  layer: LayerName,
  reason: string,
): ReasonedVerdict {
  const client = Object.freeze(typeof of === 'string' ? parseClient(of) : of);
  return Object.freeze({ kind: 'human', client, layer, reason });
}
