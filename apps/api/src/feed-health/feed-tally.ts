import { type FeedCell, SAMPLES_PER_FEED } from '@app/storage';
import { type FeedPlace, hourOf } from './delivery-cells.js';
import { addTotals } from './delivery-notes.js';

const keyOf = ({ websiteId, feed, hour }: FeedPlace & { hour: number }) =>
  `${websiteId} ${feed} ${hour}`;

/** Adds a cell to another one of the same feed and hour. */
function addTo(cell: FeedCell, more: FeedCell): void {
  cell.deliveries += more.deliveries;
  addTotals(cell, more);
  cell.first = least(cell.first, more.first);
  cell.last = greatest(cell.last, more.last);
  for (const result of ['skipped', 'rejected', 'refused'] as const) {
    const numbers = cell.reasons[result];
    for (const [reason, number] of Object.entries(more.reasons[result]))
      numbers[reason] = (numbers[reason] ?? 0) + number;
  }
  cell.samples = [...cell.samples, ...more.samples].slice(-SAMPLES_PER_FEED);
}

const least = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
const greatest = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

export interface TallyBounds {
  /** How many cells are held, of all websites, feeds and hours. */
  cells: number;
  /** How many samples are held in them. */
  samples: number;
}

/** Together 9 MiB, far more than comes in the seconds between two writes. */
const BOUNDS: TallyBounds = { cells: 10_000, samples: 2_000 };

/**
 * Adds up what comes until it is written. It stays bounded while the database is away: it drops the
 * oldest samples, and counts no further feeds.
 */
export class FeedTally {
  private cells = new Map<string, FeedCell>();
  private samples = 0;
  private notCounted = 0;

  constructor(private readonly bounds = BOUNDS) {}

  /** How many deliveries were not counted for lack of room. */
  get dropped(): number {
    return this.notCounted;
  }

  /**
   * How many more samples of a feed are taken until the next write. To make one costs more than to
   * read its record, so a sender whose every record is rejected must not make thousands.
   */
  wantedSamples(place: FeedPlace, at: number): number {
    const known = this.cells.get(keyOf({ ...place, hour: hourOf(at) }));
    return SAMPLES_PER_FEED - (known?.samples.length ?? 0);
  }

  add(cell: FeedCell): void {
    const key = keyOf(cell);
    const known = this.cells.get(key);
    if (!known && this.cells.size >= this.bounds.cells) {
      this.notCounted += 1;
      return;
    }
    this.samples -= known?.samples.length ?? 0;
    if (known) addTo(known, cell);
    else this.cells.set(key, cell);
    this.samples += (known ?? cell).samples.length;
    if (this.samples > this.bounds.samples) this.dropSamples();
  }

  /** Takes everything out. */
  take(): FeedCell[] {
    const cells = [...this.cells.values()];
    this.cells = new Map();
    this.samples = 0;
    return cells;
  }

  /** Puts back what could not be written, before what came meanwhile. */
  giveBack(cells: readonly FeedCell[]): void {
    const since = this.take();
    for (const cell of [...cells, ...since]) this.add(cell);
  }

  /** The cells are in the order in which they came. */
  private dropSamples(): void {
    for (const cell of this.cells.values()) {
      if (this.samples <= this.bounds.samples) return;
      this.samples -= cell.samples.length;
      cell.samples = [];
    }
  }
}
