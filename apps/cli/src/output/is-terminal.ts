import type { Writable } from 'node:stream';

/** Whether a person watches. */
export const isTerminal = (stream: Writable): boolean => 'isTTY' in stream && stream.isTTY === true;
