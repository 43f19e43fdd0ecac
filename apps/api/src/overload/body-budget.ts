import { accountOf, type Holder, Holdings } from './holdings.js';

/**
 * Why a body was given up while it arrived. `slow` means that it came more slowly than it must.
 * `crowded` means that there was not enough room, and that its sender held most of it.
 */
export type CutReason = 'slow' | 'crowded';

const KIB = 1024;
/**
 * What a body needs in addition to its bytes while it arrives: buffers of the connection and of
 * gzip.
 */
export const ARRIVING_BYTES = 64 * KIB;
/**
 * A body of up to this size may come at any pace within `SMALL_WITHIN_MS`. Its room is that of
 * `ARRIVING_BYTES`, and when room is short it still loses that first, so whoever opens many slow
 * ones takes nothing from anybody else.
 */
const SMALL_BYTES = 64 * KIB;
const SMALL_WITHIN_MS = 30_000;
/** How long a larger body may fall short of its pace before it is given up. */
const GRACE_MS = 5_000;
/** What must come of it over the connection on average: 2 KiB a second. */
const PACE_BYTES_PER_MS = (2 * KIB) / 1_000;
/** A body counts as slower than others when its deadline is this much earlier than it could be. */
const LAGGING_MS = 1_000;
const SWEEP_MS = 500;

/**
 * Bounds the bytes of request bodies that a process holds at one time, over all requests. Only what
 * has arrived counts, so that nobody reserves room by announcing much and sending little. When the
 * room is short, whoever holds most of it loses a body that still arrives: the slowest, or else the
 * newest.
 */
export class BodyBudget {
  private opened = 0;
  private readonly held: Holdings;
  private readonly arriving = new Set<BodyTicket>();
  private sweeper: NodeJS.Timeout | undefined;
  /** When the arriving bodies were last looked at, by `performance.now()`. */
  private swept = 0;

  constructor(limit: number) {
    this.held = new Holdings(limit);
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.held.total;
  }

  /**
   * Takes room for a body that begins to arrive. Returns undefined when there is none.
   *
   * @param announced bytes that it will have over the connection; 0 when that is not known
   */
  open(sender: Holder, announced = 0): BodyTicket | undefined {
    const ticket = new BodyTicket(this, sender, this.opened++, announced);
    this.arriving.add(ticket);
    this.sweeper ??= this.startSweeper();
    if (ticket.grow(0)) return ticket;
    ticket.drop();
    return undefined;
  }

  /**
   * Takes more bytes for a ticket. Returns false, and takes nothing, when others have more right to
   * the room.
   */
  take(ticket: BodyTicket, bytes: number): boolean {
    this.add(ticket, bytes);
    for (;;) {
      const loser = this.findLoser(ticket);
      if (!loser) return true;
      if (loser === ticket) {
        this.add(ticket, -bytes);
        return false;
      }
      loser.cut('crowded');
    }
  }

  /** Adds bytes to what a ticket holds, or takes them away, whatever the bounds are. */
  add({ sender }: BodyTicket, bytes: number): void {
    this.held.add(sender, bytes);
  }

  /** Notes that the body of a ticket has arrived, or was given up. */
  hasEnded(ticket: BodyTicket): void {
    this.arriving.delete(ticket);
    if (this.arriving.size > 0) return;
    clearInterval(this.sweeper);
    this.sweeper = undefined;
  }

  /** Returns the body that must be given up so that the bounds hold, or undefined when they do. */
  private findLoser(grown: BodyTicket): BodyTicket | undefined {
    const account = accountOf(grown.sender);
    const tooMuchForAccount = this.held.areTooManyFor(grown.sender);
    if (!tooMuchForAccount && !this.held.areTooMany()) return undefined;
    let loser = grown;
    for (const ticket of this.arriving) {
      if (tooMuchForAccount && accountOf(ticket.sender) !== account) continue;
      if (this.losesBefore(ticket, loser)) loser = ticket;
    }
    return loser;
  }

  private losesBefore(one: BodyTicket, other: BodyTicket): boolean {
    const difference =
      this.held.compare(one.sender, other.sender) ||
      other.lagsUntil() - one.lagsUntil() ||
      one.number - other.number;
    return difference > 0;
  }

  private startSweeper(): NodeJS.Timeout {
    this.swept = performance.now();
    return setInterval(() => this.sweep(), SWEEP_MS).unref();
  }

  private sweep(): void {
    const now = performance.now();
    // While this process had no core, it took nothing from anybody.
    const withoutCore = Math.max(0, now - this.swept - SWEEP_MS);
    this.swept = now;
    for (const ticket of this.arriving) {
      ticket.waited(withoutCore);
      if (ticket.isLate(now) && !ticket.hasUnread()) ticket.cut('slow');
    }
  }
}

/** The body of one request. */
export class BodyTicket {
  /** Until when the body keeps its pace unless more of it comes; by `performance.now()`. */
  private deadline = performance.now() + GRACE_MS;
  /** Until when it may come at any pace if it is small; by `performance.now()`. */
  private smallUntil = performance.now() + SMALL_WITHIN_MS;
  /** Bytes that have come over the connection. */
  private came = 0;
  private held = 0;
  private size = 0;
  private keepers = 0;
  private arrives = true;
  private cutFor: CutReason | undefined;
  private whenCut: ((reason: CutReason) => void) | undefined;
  /**
   * Tells whether bytes have come that this process has not decompressed or not read yet. Then the
   * process is slow, and not the sender.
   */
  hasUnread: () => boolean = () => false;

  constructor(
    private readonly budget: BodyBudget,
    readonly sender: Holder,
    /** Tickets are numbered as they are opened. */
    readonly number: number,
    private readonly announced: number,
  ) {}

  /** Notes that more bytes have come over the connection. They may be compressed. */
  arrived(bytes: number): void {
    this.came += bytes;
    const best = performance.now() + GRACE_MS;
    this.deadline = Math.min(best, this.deadline + bytes / PACE_BYTES_PER_MS);
  }

  /** Notes that nothing was read for a while, which is no fault of the sender. */
  waited(ms: number): void {
    this.deadline = Math.min(performance.now() + GRACE_MS, this.deadline + ms);
    this.smallUntil += ms;
  }

  /** Tells whether the body comes too slowly to be waited for any longer. */
  isLate(now: number): boolean {
    return this.deadline < now && (!this.isSmall() || this.smallUntil < now);
  }

  /**
   * Takes room for a body that has now `size` bytes, decompressed. Returns false when there is
   * none.
   */
  grow(size: number): boolean {
    if (!this.arrives) return false;
    const wanted = Math.max(this.size, size) + ARRIVING_BYTES;
    if (!this.budget.take(this, wanted - this.held)) return false;
    this.held = wanted;
    this.size = wanted - ARRIVING_BYTES;
    return true;
  }

  /** Calls the listener once when the body is given up, also when that has happened before. */
  onCut(listener: (reason: CutReason) => void): void {
    this.whenCut = listener;
    if (this.cutFor) listener(this.cutFor);
  }

  /** Notes that the whole body is there. */
  complete(): void {
    this.end();
    this.shrinkTo(this.size);
  }

  /**
   * Keeps the room of the body until the returned function is called. There may be several keepers;
   * the last one gives the room back. One is the connection and another is the work on the entries,
   * because the work goes on when the client goes away.
   */
  keep(): () => void {
    let keeps = true;
    this.keepers++;
    return () => {
      if (!keeps) return;
      keeps = false;
      if (--this.keepers === 0) this.drop();
    };
  }

  /** Gives all the room back: nothing of the body is held any more. */
  drop(): void {
    this.end();
    this.shrinkTo(0);
  }

  /** Gives the body up. Only the budget does this. */
  cut(reason: CutReason): void {
    this.drop();
    this.cutFor = reason;
    this.whenCut?.(reason);
  }

  /**
   * Returns the deadline of a body that falls behind its pace, and for any other one a time that
   * never comes.
   */
  lagsUntil(): number {
    const best = performance.now() + GRACE_MS;
    return this.deadline < best - LAGGING_MS ? this.deadline : Number.MAX_VALUE;
  }

  /** Its size counts compressed and decompressed, and as it was announced. */
  private isSmall(): boolean {
    return Math.max(this.announced, this.came, this.size) <= SMALL_BYTES;
  }

  private end(): void {
    if (!this.arrives) return;
    this.arrives = false;
    this.hasUnread = () => false;
    this.budget.hasEnded(this);
  }

  private shrinkTo(bytes: number): void {
    if (bytes < this.held) this.budget.add(this, bytes - this.held);
    this.held = Math.min(this.held, bytes);
  }
}
