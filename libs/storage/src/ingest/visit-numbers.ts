import type pg from 'pg';
import { CLIENTS, type Client, REFERERS, type Referer } from './dictionaries.js';
import { Dictionary, KnownNumbers } from './dictionary.js';
import type { VisitColumns } from './visit.js';

/** Visits with the numbers that dictionaries have for what they came with. */
export interface NumberedVisits {
  visits: VisitColumns;
  /** Of each client; null for one beyond the bound, whose texts then stand in the row. */
  clientIds: readonly (number | null)[];
  /** Of each referer; null for one beyond the bound. */
  refererIds: readonly (number | null)[];
}

/** What a process remembers of the dictionaries, which several writers may share. */
export class KnownTexts {
  readonly clients = new KnownNumbers();
  readonly referers = new KnownNumbers();
}

export interface VisitNumbersOptions {
  /** What is known already, which several writers may share. */
  known?: KnownTexts;
  /** Distinct new clients and referers per website and day. */
  newTexts?: { clients?: number; referers?: number };
}

/** Gives the clients and referers of visits their numbers. */
export class VisitNumbers {
  private readonly clients: Dictionary<Client>;
  private readonly referers: Dictionary<Referer>;

  constructor(
    pool: pg.Pool,
    { known = new KnownTexts(), newTexts = {} }: VisitNumbersOptions = {},
  ) {
    const { clients = CLIENTS.bound, referers = REFERERS.bound } = newTexts;
    this.clients = new Dictionary(pool, { ...CLIENTS, bound: clients }, known.clients);
    this.referers = new Dictionary(pool, { ...REFERERS, bound: referers }, known.referers);
  }

  async of(visits: VisitColumns): Promise<NumberedVisits> {
    const [clientIds, refererIds] = await Promise.all([
      this.clients.resolve(visits.clients),
      this.referers.resolve(visits.referers),
    ]);
    return { visits, clientIds, refererIds };
  }
}
