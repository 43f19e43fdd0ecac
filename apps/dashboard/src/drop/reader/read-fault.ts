import type { ReaderFault } from '../protocol.js';

/** A file that is not read to its end. */
export class ReadFault extends Error {
  override name = 'ReadFault';

  constructor(readonly fault: ReaderFault) {
    super(fault.kind);
  }
}
