import type { Client } from './dictionaries.js';
import { madeOnce } from './made-once.js';

/** Visits of people with a kind of browser on a day. Unknown values are empty texts. */
export interface ClientCount {
  websiteId: number;
  day: number;
  browser: string;
  os: string;
  device: string;
  visits: number;
}

type Devices = Map<string, ClientCount>;
type Systems = Map<string, Devices>;

/**
 * Visits of people to a website on a day. Clients that differ in what is not counted are counted
 * together. To find three texts one after the other costs less than to join them into one key.
 */
export class ClientsOfDay {
  private readonly browsers = new Map<string, Systems>();

  /** @param day its start, epoch seconds */
  constructor(
    private readonly websiteId: number,
    private readonly day: number,
  ) {}

  add(client: Client, visits: number): void {
    const { websiteId, day } = this;
    const browser = client.browser ?? '';
    const os = client.os ?? '';
    const device = client.device ?? '';
    const systems: Systems = madeOnce(this.browsers, browser, newMap<Devices>);
    const devices: Devices = madeOnce(systems, os, newMap<ClientCount>);
    const make = (): ClientCount => ({ websiteId, day, browser, os, device, visits: 0 });
    madeOnce(devices, device, make).visits += visits;
  }

  counts(): ClientCount[] {
    return [...this.browsers.values()].flatMap((systems) =>
      [...systems.values()].flatMap((devices) => [...devices.values()]),
    );
  }
}

/**
 * Counts the visits of people in a batch by the place of their client, because a place is found
 * faster than its texts, and adds the sums to the days.
 */
export class PeopleOfBatch {
  private readonly visits: Int32Array;
  private readonly days: (ClientsOfDay | undefined)[];

  constructor(private readonly clients: readonly Client[]) {
    this.visits = new Int32Array(clients.length);
    this.days = new Array<ClientsOfDay | undefined>(clients.length).fill(undefined);
  }

  /** Counts a visit. @param place of its client in the batch */
  add(day: ClientsOfDay, place: number): void {
    if (this.days[place] !== day) this.endDay(place);
    this.days[place] = day;
    this.visits[place] = (this.visits[place] as number) + 1;
  }

  end(): void {
    for (let place = 0; place < this.days.length; place++) this.endDay(place);
  }

  private endDay(place: number): void {
    this.days[place]?.add(this.clients[place] as Client, this.visits[place] as number);
    this.visits[place] = 0;
  }
}

const newMap = <Value>() => new Map<string, Value>();
