import type { Writable } from 'node:stream';

/** Writes a text and returns when it is gone; a full disk or a reader that left is an error. */
export function writeAll(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
