import type { FaultKind } from '../protocol.js';

/** A file that is not read to its end. The message has no full stop at its end. */
export class ReadFault extends Error {
  override name = 'ReadFault';

  constructor(
    readonly kind: FaultKind,
    message: string,
  ) {
    super(message);
  }
}
