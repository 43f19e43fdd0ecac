/**
 * Cuts the bytes of a delivery into records, as they arrive. An envelope is pure. It holds at most
 * one record that is not complete, unless it needs the whole body.
 */
export interface Envelope {
  /** Takes the next bytes, and gives the records that are complete with them. */
  push(chunk: Buffer): Iterable<CarriedRecord>;
  /** Gives what is left when the delivery has ended. */
  end(): Iterable<CarriedRecord>;
  /** Bytes that it holds, for an envelope that needs the whole body. */
  readonly size?: number;
}

/** A record as its envelope carries it. */
export type CarriedRecord =
  /** A line of text. */
  | { text: string }
  /** A JSON value, with its text. */
  | { text: string; value: unknown }
  /** A record that is longer than any record of an access log. */
  | { tooLong: true }
  /** What cannot be cut into records: it is broken off, or in another form than the sender's. */
  | { broken: true };
