/**
 * Lets one log after the other read and send, in the order in which they asked. So the memory does
 * not grow with the number of logs that have much to send.
 */
export class Turns {
  private last: Promise<void> = Promise.resolve();

  /** Waits for the turn. The caller ends it with the function that is returned. */
  async take(): Promise<() => void> {
    const before = this.last;
    let end: () => void = () => undefined;
    this.last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }
}
