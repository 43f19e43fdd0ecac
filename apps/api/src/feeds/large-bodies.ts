/** Bodies that are needed as a whole wait for their turn from this size on. */
export const LARGE_FROM_BYTES = 1024 * 1024;
/** How long a body may arrive in its turn while another one waits for it. */
const MOST_MS = 20_000;

export interface Turn {
  /** Whether it took too long, and others wait. */
  isOverdue(): boolean;
  end(): void;
}

/** Lets a process hold one large body at a time, of those that are needed as a whole. */
export class LargeBodies {
  private waiting = 0;
  private last: Promise<void> = Promise.resolve();

  /** Waits until no other large body is held. */
  async takeTurn(): Promise<Turn> {
    const before = this.last;
    let end: () => void = () => undefined;
    this.last = new Promise((resolve) => (end = resolve));
    this.waiting += 1;
    await before;
    this.waiting -= 1;
    const since = performance.now();
    return {
      isOverdue: () => this.waiting > 0 && performance.now() - since > MOST_MS,
      end,
    };
  }
}
