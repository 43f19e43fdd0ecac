/** So much is read until what is left of it is collected. */
const COLLECT_BYTES = 1024 * 1024;

/**
 * Lets one log after the other read and send, in the order in which they asked. So the memory does
 * not grow with the number of logs that have much to send.
 */
export class Turns {
  private last: Promise<void> = Promise.resolve();
  private readBytes = 0;

  /** @param collect frees what reading and sending have left behind */
  constructor(private readonly collect: () => void) {}

  /** Waits for the turn. The caller ends it, and says how much it read. */
  async take(): Promise<(bytes: number) => void> {
    const before = this.last;
    let next: () => void = () => undefined;
    this.last = new Promise((resolve) => (next = resolve));
    await before;
    return (bytes) => {
      this.readBytes += bytes;
      if (this.readBytes >= COLLECT_BYTES) {
        this.readBytes = 0;
        this.collect();
      }
      next();
    };
  }
}
