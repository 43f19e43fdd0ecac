import { AddressWindows } from './address-windows.js';

/**
 * Bounds, in this process, what each address does, such as sending wrong keys.
 */
export class AddressLimit {
  private readonly windows = new AddressWindows();

  constructor(private readonly eventsPerMinute: number) {}

  /**
   * Counts one event, or several. Returns 0 while the address is within its limit, otherwise the
   * seconds until its next minute begins.
   */
  count(address: string, events = 1): number {
    const counted = this.windows.count(address, { events });
    return counted.events > this.eventsPerMinute ? Math.ceil(counted.endsIn / 1000) : 0;
  }
}
