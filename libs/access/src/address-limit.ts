import { AddressWindows } from './address-windows.js';

/**
 * Bounds, in this process, what each address does, such as sending wrong keys.
 */
export class AddressLimit {
  private readonly windows = new AddressWindows();

  constructor(private readonly eventsPerMinute: number) {}

  /**
   * Counts one event. Returns 0 while the address is within its limit, otherwise the seconds until
   * its next minute begins.
   */
  count(address: string): number {
    const { events, endsIn } = this.windows.count(address);
    return events > this.eventsPerMinute ? Math.ceil(endsIn / 1000) : 0;
  }
}
