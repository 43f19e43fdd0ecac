import { senderOf } from '@app/contracts';
import { LRUCache } from 'lru-cache';

interface Window {
  failures: number;
  /** When the window ends, by `performance.now()`. */
  endsAt: number;
}

const WINDOW_MS = 60_000;
/** Above this number, the address whose last failure is the oldest is forgotten. */
const MAX_ADDRESSES = 50_000;

/** Counts, in this process, the wrong keys of each address. */
export class WrongKeyLimit {
  private readonly windows = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  constructor(private readonly failuresPerMinute: number) {}

  /**
   * Counts a wrong key. Returns the seconds until the address may send another one, or 0 while it
   * has some left.
   */
  recordFailure(address: string): number {
    const now = performance.now();
    const sender = senderOf(address);
    let window = this.windows.get(sender);
    if (!window || window.endsAt <= now) {
      window = { failures: 0, endsAt: now + WINDOW_MS };
      this.windows.set(sender, window);
    }
    window.failures++;
    return window.failures > this.failuresPerMinute ? Math.ceil((window.endsAt - now) / 1000) : 0;
  }
}
