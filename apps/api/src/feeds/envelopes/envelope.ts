/**
 * Cuts the bytes of a delivery into records, as they arrive. An envelope is pure, and holds at most
 * one record that is not complete.
 */
export interface Envelope {
  /** Takes the next bytes, and returns the records that are complete with them. */
  push(chunk: Buffer): CarriedRecord[];
  /** Returns what is left when the delivery has ended. */
  end(): CarriedRecord[];
}

/** A record as its envelope carries it. */
export type CarriedRecord =
  /** A line of text. */
  | { text: string }
  /** A JSON value, with its text. */
  | { text: string; value: unknown }
  /** A record that is longer than any record of an access log. */
  | { tooLong: true };
