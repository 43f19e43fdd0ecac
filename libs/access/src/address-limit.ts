import { senderOf } from '@app/contracts';
import { LRUCache } from 'lru-cache';

interface Window {
  events: number;
  /** When the window ends, by `performance.now()`. */
  endsAt: number;
}

const WINDOW_MS = 60_000;
/** Above this number, the address whose last event is the oldest is forgotten. */
const MAX_ADDRESSES = 50_000;

/**
 * Counts, in this process, what each address does, such as sending wrong keys. Nothing of an address
 * is written to a store.
 */
export class AddressLimit {
  private readonly windows = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  constructor(private readonly eventsPerMinute: number) {}

  /**
   * Counts one event. Returns 0 while the address is within its limit, otherwise the seconds until
   * its next minute begins.
   */
  count(address: string): number {
    const now = performance.now();
    const sender = senderOf(address);
    let window = this.windows.get(sender);
    if (!window || window.endsAt <= now) {
      window = { events: 0, endsAt: now + WINDOW_MS };
      this.windows.set(sender, window);
    }
    window.events++;
    return window.events > this.eventsPerMinute ? Math.ceil((window.endsAt - now) / 1000) : 0;
  }
}
