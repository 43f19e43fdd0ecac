import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

interface Window {
  failures: number;
  /** When it ends, by `performance.now()`. */
  endsAt: number;
}

const WINDOW_MS = 60_000;
/** Beyond these the one that failed least lately is forgotten. */
const MAX_ADDRESSES = 50_000;
/** Whoever has one IPv6 address has all of its network. */
const IPV6_NETWORK_BITS = 64;

/** Counts the keys of an address that were wrong, in this process. */
export class WrongKeyLimit {
  private readonly windows = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  constructor(private readonly failuresPerMinute: number) {}

  /** Counts a wrong key; gives the seconds until the address may have another one, 0 while it has some left. */
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

/** Whose wrong keys are counted together: an IPv4 address, or the network of an IPv6 address. */
function senderOf(address: string): string {
  // A proxy may write anything in the place of an address.
  if (!isIP(address)) return 'no address';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().slice(0, IPV6_NETWORK_BITS / 8);
  return Buffer.from(network).toString('hex');
}
