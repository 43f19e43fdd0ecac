import { senderOf } from '@app/contracts';
import { LRUCache } from 'lru-cache';

interface Window {
  events: number;
  /** When the window ends, by `performance.now()`. */
  endsAt: number;
}

/** What an address has done in its minute. */
export interface Counted {
  /** Events, the one that was just counted among them. */
  events: number;
  /** Milliseconds until its next minute begins. */
  endsIn: number;
}

const WINDOW_MS = 60_000;
/** Above this number, the address whose last event is the oldest is forgotten. */
const MAX_ADDRESSES = 50_000;

/**
 * Counts events of addresses by the minute, in this process. Nothing of an address is written to a
 * store.
 */
export class AddressWindows {
  private readonly windows = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  /** Counts an event, or several. The same address is counted apart for each `of`. */
  count(
    address: string,
    { of = '', events = 1 }: { of?: string | number; events?: number } = {},
  ): Counted {
    const now = performance.now();
    const key = `${of} ${senderOf(address)}`;
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { events: 0, endsAt: now + WINDOW_MS };
      this.windows.set(key, window);
    }
    window.events += events;
    return { events: window.events, endsIn: window.endsAt - now };
  }
}
