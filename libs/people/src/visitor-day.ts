import type { Evidence } from './evidence.js';
import { NumberIndex } from './number-index.js';
import { FILE_KINDS, hasAny, SIGNS, signs } from './signs.js';

/** How many visitors share each agent, or each address, and what they do. */
class Sharing {
  readonly visitors: Int32Array;
  readonly loading: Int32Array;
  /** How many load files, or do something else that only readers do. */
  readonly reading: Int32Array;
  /** How many got files of pages and no page: others asked for that. */
  readonly piecemeal: Int32Array;
  readonly requests: Float64Array;
  /** 1 where one of them asked for what no website links. */
  readonly probes: Uint8Array;
  /** For each visitor what it shares. */
  readonly of: Int32Array;
  private readonly known: NumberIndex;

  /** @param count how many visitors there are */
  constructor(count: number) {
    this.known = new NumberIndex(count);
    this.visitors = new Int32Array(count);
    this.loading = new Int32Array(count);
    this.reading = new Int32Array(count);
    this.piecemeal = new Int32Array(count);
    this.requests = new Float64Array(count);
    this.probes = new Uint8Array(count);
    this.of = new Int32Array(count);
  }

  add(
    visitor: number,
    shared: number,
    { isLoading, isReading, isPiecemeal, requests, probes }: Own,
  ): void {
    const at = this.known.indexOf(shared);
    this.of[visitor] = at;
    this.visitors[at] = (this.visitors[at] as number) + 1;
    this.requests[at] = (this.requests[at] as number) + requests;
    if (isLoading) this.loading[at] = (this.loading[at] as number) + 1;
    if (isReading) this.reading[at] = (this.reading[at] as number) + 1;
    if (isPiecemeal) this.piecemeal[at] = (this.piecemeal[at] as number) + 1;
    if (probes) this.probes[at] = 1;
  }
}

/** What one visitor does. */
interface Own {
  isLoading: boolean;
  isReading: boolean;
  isPiecemeal: boolean;
  requests: number;
  probes: boolean;
}

/** The visitors of a website on a day, with all their hours together. */
export class VisitorDay {
  readonly count: number;
  /** For each row of the evidence the index of its visitor. */
  readonly visitorOf: Int32Array;
  readonly signs: Int32Array;
  readonly released: Int16Array;
  readonly requests: Float64Array;
  readonly pages: Float64Array;
  readonly refusals: Float64Array;
  /** The first and the last request, in milliseconds after the begin of the day. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  private readonly pathsLow: Int32Array;
  private readonly pathsHigh: Int32Array;
  /** What the visitors have in common who share an agent, and who share an address. */
  readonly byAgent: Sharing;
  readonly byAddress: Sharing;
  readonly agents: Int32Array;
  readonly addresses: Float64Array;
  readonly networks: Float64Array;

  constructor(evidence: Evidence) {
    const { count } = evidence;
    const known = new NumberIndex(count);
    this.visitorOf = new Int32Array(count);
    for (let row = 0; row < count; row++)
      this.visitorOf[row] = known.indexOf(evidence.visitors[row] as number);
    this.count = known.count;
    this.signs = new Int32Array(this.count);
    this.released = new Int16Array(this.count).fill(-1);
    this.requests = new Float64Array(this.count);
    this.pages = new Float64Array(this.count);
    this.refusals = new Float64Array(this.count);
    this.first = new Float64Array(this.count).fill(Infinity);
    this.last = new Float64Array(this.count);
    this.pathsLow = new Int32Array(this.count);
    this.pathsHigh = new Int32Array(this.count);
    this.agents = new Int32Array(this.count);
    this.addresses = new Float64Array(this.count);
    this.networks = new Float64Array(this.count);
    this.byAgent = new Sharing(this.count);
    this.byAddress = new Sharing(this.count);
    for (let row = 0; row < count; row++) this.add(evidence, row);
    this.share();
  }

  private add(evidence: Evidence, row: number): void {
    const to = this.visitorOf[row] as number;
    this.signs[to] = (this.signs[to] as number) | (evidence.signs[row] as number);
    this.released[to] = evidence.released[row] as number;
    this.requests[to] = (this.requests[to] as number) + (evidence.requests[row] as number);
    this.pages[to] = (this.pages[to] as number) + (evidence.pages[row] as number);
    this.refusals[to] = (this.refusals[to] as number) + (evidence.refusals[row] as number);
    this.pathsLow[to] = (this.pathsLow[to] as number) | (evidence.pathsLow[row] as number);
    this.pathsHigh[to] = (this.pathsHigh[to] as number) | (evidence.pathsHigh[row] as number);
    const hour = (evidence.hours[row] as number) * HOUR_MS;
    this.first[to] = Math.min(this.first[to] as number, hour + (evidence.firstMs[row] as number));
    this.last[to] = Math.max(this.last[to] as number, hour + (evidence.lastMs[row] as number));
    this.agents[to] = evidence.agents[row] as number;
    this.addresses[to] = evidence.addresses[row] as number;
    this.networks[to] = evidence.networks[row] as number;
  }

  /** Counts the visitors of each agent and address. */
  private share(): void {
    // Filled again for each visitor, of which there may be very many.
    const own: Own = {
      isLoading: false,
      isReading: false,
      isPiecemeal: false,
      requests: 0,
      probes: false,
    };
    for (let visitor = 0; visitor < this.count; visitor++) {
      own.isLoading = this.loadsFiles(visitor);
      own.isReading = own.isLoading || isReading(this.signs[visitor] as number);
      own.isPiecemeal = isPiecemeal(this.signs[visitor] as number);
      own.requests = this.requests[visitor] as number;
      own.probes = hasAny(this.signs[visitor] as number, SIGNS.probe);
      this.byAgent.add(visitor, this.agents[visitor] as number, own);
      this.byAddress.add(visitor, this.addresses[visitor] as number, own);
    }
  }

  /** Returns how many different pages a visitor asked for, as far as their groups tell. */
  differentPages(visitor: number): number {
    return bitsOf(this.pathsLow[visitor] as number) + bitsOf(this.pathsHigh[visitor] as number);
  }

  /** Tells whether a visitor loaded the files of a page; without a referer, files of two kinds say it. */
  loadsFiles(visitor: number): boolean {
    const own = this.signs[visitor] as number;
    if (!hasAny(own, SIGNS.page)) return false;
    return (
      hasAny(own, SIGNS.ownFile) || (hasAny(own, SIGNS.bareFile) && bitsOf(own & FILE_KINDS) >= 2)
    );
  }
}

/** What only those do that have a page open, or had it before. */
const READING = signs('calledBack', 'preflight', 'notModified');
const isReading = (own: number) => hasAny(own, SIGNS.page) && hasAny(own, READING);

const FILES = signs('ownFile', 'bareFile');
/** Tells whether files were got and no page: somebody else asked for that, or the file stands in mail. */
export const isPiecemeal = (own: number): boolean => hasAny(own, FILES) && !hasAny(own, SIGNS.page);

const HOUR_MS = 3_600_000;

/** Returns how many bits of a number of 32 bits are set. */
export function bitsOf(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
