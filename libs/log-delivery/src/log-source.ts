/** One log as bytes, after decompression. Offsets count from its start. */
export interface LogSource {
  /** The name that people know it by. */
  name: string;
  /** Returns the first bytes, at most this number. It must be called before `read`. */
  head(bytes: number): Promise<Uint8Array>;
  /** Returns the bytes from `offset` on. */
  read(offset: number): AsyncIterable<Uint8Array>;
  /** Whether `read` may be called again. A pipe can be read only once. */
  repeatable: boolean;
  /** Returns the part that has been read, from 0 to 1, or undefined when the size is unknown. */
  fraction(): number | undefined;
}
