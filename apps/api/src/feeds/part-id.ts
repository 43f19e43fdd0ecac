import { v5 as derivedId } from 'uuid';
import type { Part } from './delivery.js';

/** Ids of parts are derived in this namespace, and from nothing else. */
const NAMESPACE = '0b0d1b4e-3c52-4a7e-9f55-6f0a4b1f5c2d';

/** Where a delivery comes from. */
export interface DeliverySource {
  /** The key and those that it continues by rotation. */
  lineageId: number;
  feed: string;
  /** The name that the sender gives to the delivery, the same at every try. */
  deliveryId: string | undefined;
  /**
   * Whether its signature was checked. The name is in a header, which is not signed, so it does not
   * make other visits of the same bytes.
   */
  isSigned: boolean;
}

/**
 * Returns the id of a part as a batch, which the ledger counts once. It is the same when a sender
 * repeats a delivery: by the name of the delivery, or by its bytes where every visit has an id of
 * its own or where they are signed. Otherwise equal bytes may be other visits, so there is none.
 */
export function partId(source: DeliverySource, part: Part): string | undefined {
  const { lineageId, feed, deliveryId, isSigned } = source;
  const { number, digest, hasIds } = part;
  const idOf = (...names: (string | number)[]) =>
    derivedId(JSON.stringify([lineageId, feed, ...names]), NAMESPACE);
  if (deliveryId !== undefined && !isSigned) return idOf(deliveryId, number, digest);
  if (hasIds) return idOf(digest);
  return isSigned ? idOf(number, digest) : undefined;
}
