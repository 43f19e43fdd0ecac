import type pg from 'pg';
import { CLIENTS, type Client, type Host, HOSTS, REFERERS, type Referer } from './dictionaries.js';
import { Dictionary, KnownNumbers } from './dictionary.js';
import { madeOnce } from './made-once.js';
import type { VisitColumns } from './visit.js';

/** Visits with the numbers that dictionaries have for what they came with. */
export interface NumberedVisits {
  visits: VisitColumns;
  /** Of each client; null for one beyond the bound, whose texts then stand in the row. */
  clientIds: readonly (number | null)[];
  /** Of each referer; null for one beyond the bound. */
  refererIds: readonly (number | null)[];
  /** Of the host of each client; null for one beyond the bound. */
  hostIds: readonly (number | null)[];
  /** The website whose tracking key the visits came with. */
  keyWebsiteId: number;
}

/** What a process remembers of the dictionaries, which several writers may share. */
export class KnownTexts {
  readonly clients = new KnownNumbers(CLIENTS.key);
  readonly referers = new KnownNumbers(REFERERS.key);
  readonly hosts = new KnownNumbers(HOSTS.key);
}

export interface VisitNumbersOptions {
  /** What is known already, which several writers may share. */
  known?: KnownTexts;
  /** Distinct new clients, referers and hosts per website and day. */
  newTexts?: { clients?: number; referers?: number; hosts?: number };
}

/** Gives the clients, referers and hosts of visits their numbers. */
export class VisitNumbers {
  private readonly clients: Dictionary<Client>;
  private readonly referers: Dictionary<Referer>;
  private readonly hosts: Dictionary<Host>;

  constructor(
    pool: pg.Pool,
    { known = new KnownTexts(), newTexts = {} }: VisitNumbersOptions = {},
  ) {
    const { clients = CLIENTS.bound, referers = REFERERS.bound, hosts = HOSTS.bound } = newTexts;
    this.clients = new Dictionary(pool, { ...CLIENTS, bound: clients }, known.clients);
    this.referers = new Dictionary(pool, { ...REFERERS, bound: referers }, known.referers);
    this.hosts = new Dictionary(pool, { ...HOSTS, bound: hosts }, known.hosts);
  }

  async of(visits: VisitColumns, keyWebsiteId: number): Promise<NumberedVisits> {
    const [clientIds, refererIds, hostIds] = await Promise.all([
      this.clients.resolve(visits.clients),
      this.referers.resolve(visits.referers),
      this.hostsOf(visits.clients),
    ]);
    return { visits, clientIds, refererIds, hostIds, keyWebsiteId };
  }

  /** Returns the number of the host of each client. Nearly all have the host of another one. */
  private async hostsOf(clients: readonly Client[]): Promise<(number | null)[]> {
    const { hosts, hostOf } = distinctHosts(clients);
    const ids = await this.hosts.resolve(hosts);
    return hostOf.map((index) => ids[index] as number | null);
  }
}

const newMap = () => new Map<string, number>();

/** Returns the hosts of clients, each once for a website, and for each client the index of its host. */
function distinctHosts(clients: readonly Client[]): { hosts: Host[]; hostOf: number[] } {
  const hosts: Host[] = [];
  const known = new Map<number, Map<string, number>>();
  // Without a function for each client: there are hundreds in a batch.
  const hostOf = clients.map(({ websiteId, host, time }) => {
    const ofWebsite = madeOnce(known, websiteId, newMap);
    const before = ofWebsite.get(host);
    if (before !== undefined) return before;
    ofWebsite.set(host, hosts.length);
    return hosts.push({ websiteId, host, time }) - 1;
  });
  return { hosts, hostOf };
}
