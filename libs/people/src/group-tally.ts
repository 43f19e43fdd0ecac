import type { GroupKind } from '@app/contracts';
import type { BrowserVisits } from './browser-visits.js';
import type { Evidence } from './evidence.js';
import { type SignalName, SIGNALS } from './signals.js';
import { eachSignal, SIGNAL_NAMES } from './weigh.js';

/** The numbers with the most visits, and how many there are. */
export interface Counted {
  most: { number: number; visits: number }[];
  total: number;
}

/** Visitors of a website and UTC day that were judged alike. */
export interface VisitorGroup {
  kind: GroupKind;
  /** How many groups it is: the smallest ones of a kind are one. */
  merged: number;
  visits: number;
  errors: number;
  visitors: number;
  /** The first and the last request, in milliseconds after the begin of the day. */
  first: number;
  last: number;
  /** As `networkNumber` makes them; none for people and undecided visitors. */
  networks: Counted;
  /** Numbers of clients, several of which may have the same agent; none for the same. */
  clients: Counted;
  /** How many different agents there are. */
  agents: number;
  /** Numbers of pages. */
  pages: Counted;
  statuses: Counted;
  /** What weighed most first. */
  reasons: { signal: SignalName; weight: number; visitors: number }[];
}

const MOST_SHOWN = 5;
/** Some clients have the same agent. */
const MOST_CLIENTS = 20;
const MOST_REASONS = 10;
const HOUR_MS = 3_600_000;

/** Adds up what the visitors of a group did. */
export class GroupTally {
  merged = 0;
  private visits = 0;
  private errors = 0;
  private visitors = 0;
  private first = Infinity;
  private last = 0;
  private readonly networks = new Map<number, number>();
  private readonly clients = new Map<number, number>();
  private readonly agents = new Set<number>();
  private readonly pages = new Map<number, number>();
  private readonly statuses = new Map<number, number>();
  private readonly signals = new Int32Array(SIGNAL_NAMES.length);
  /** Of people and of undecided visitors nothing is kept that tells some of them apart. */
  private readonly isOfAutomation: boolean;

  constructor(private readonly kind: GroupKind) {
    this.isOfAutomation = kind !== 'people' && kind !== 'undecided';
  }

  addVisitor({ agent, low, high }: { agent: number; low: number; high: number }): void {
    this.visitors++;
    this.agents.add(agent);
    eachSignal({ low, high }, (at) => {
      this.signals[at] = (this.signals[at] as number) + 1;
    });
  }

  addEvidence(evidence: Evidence, row: number): void {
    const visits = evidence.visits[row] as number;
    const hour = (evidence.hours[row] as number) * HOUR_MS;
    this.visits += visits;
    this.errors += evidence.errorVisits[row] as number;
    this.first = Math.min(this.first, hour + (evidence.firstMs[row] as number));
    this.last = Math.max(this.last, hour + (evidence.lastMs[row] as number));
    const network = evidence.networks[row] as number;
    if (this.isOfAutomation && network > 0 && visits > 0) add(this.networks, network, visits);
  }

  addVisit(visits: BrowserVisits, at: number): void {
    const client = visits.clients[at] as number;
    const page = visits.pages[at] as number;
    if (this.isOfAutomation && client > 0) add(this.clients, client, 1);
    if (page > 0) add(this.pages, page, 1);
    add(this.statuses, visits.statuses[at] as number, 1);
  }

  group(): VisitorGroup {
    const { kind, merged, visits, errors, visitors, first, last } = this;
    return {
      ...{ kind, merged, visits, errors, visitors, first, last },
      networks: counted(this.networks, MOST_SHOWN),
      clients: counted(this.clients, MOST_CLIENTS),
      agents: this.agents.size,
      pages: counted(this.pages, MOST_SHOWN),
      statuses: counted(this.statuses, MOST_SHOWN),
      reasons: this.reasons(),
    };
  }

  private reasons(): VisitorGroup['reasons'] {
    return SIGNAL_NAMES.map((signal, at) => ({
      signal,
      weight: SIGNALS[signal].weight,
      visitors: this.signals[at] as number,
    }))
      .filter(({ visitors }) => visitors > 0)
      .sort((one, other) => weightOf(other) - weightOf(one))
      .slice(0, MOST_REASONS);
  }
}

const weightOf = ({ weight, visitors }: { weight: number; visitors: number }) =>
  Math.abs(weight) * visitors;

function add(counts: Map<number, number>, number: number, visits: number): void {
  counts.set(number, (counts.get(number) ?? 0) + visits);
}

function counted(counts: ReadonlyMap<number, number>, most: number): Counted {
  const all = [...counts].map(([number, visits]) => ({ number, visits }));
  all.sort((one, other) => other.visits - one.visits || one.number - other.number);
  return { most: all.slice(0, most), total: all.length };
}
