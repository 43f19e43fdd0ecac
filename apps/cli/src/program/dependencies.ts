import type { Readable, Writable } from 'node:stream';

/** What the commands touch of the outside, so that tests can stand in for it. */
export interface Dependencies {
  /** Settings to read instead of the process's environment. */
  env?: Record<string, string | undefined>;
  input: Readable;
  output: Writable;
  errors: Writable;
}
