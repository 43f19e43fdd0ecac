import type { Rest } from './sitemap-file.js';

/** Reading computes for about this long. Then whatever else the process does gets its turn. */
const SLICE_MS = 5;

/** Measures what reading computes, without what it waits for. */
export class Slices {
  private spentMs = 0;

  constructor(private readonly wait: Rest) {}

  /** Whether `rest` is due. */
  get isOver(): boolean {
    return this.spentMs >= SLICE_MS;
  }

  /** Computes something short. */
  do<T>(compute: () => T): T {
    const began = performance.now();
    const made = compute();
    this.spentMs += performance.now() - began;
    return made;
  }

  async rest(): Promise<void> {
    await this.wait();
    this.spentMs = 0;
  }
}

/** Lets the event loop go round once. */
export const oneTurn: Rest = () => new Promise((resolve) => void setImmediate(resolve));
