/** Bounds the bytes of request bodies that a process holds at one time, over all requests. */
export class BodyBudget {
  private used = 0;

  constructor(private readonly limit: number) {}

  /** Bytes that are promised or held now. */
  get bytes(): number {
    return this.used;
  }

  /**
   * Room for a body of this many bytes; 0 when its length is not known yet: then there must be some
   * room left at least. Undefined when there is none.
   */
  open(bytes: number): BodyTicket | undefined {
    const ticket = new BodyTicket(this);
    return this.used < this.limit && ticket.grow(bytes) ? ticket : undefined;
  }

  /** For tickets. False, and nothing is taken, when that would be too much. */
  take(bytes: number): boolean {
    if (this.used + bytes > this.limit) return false;
    this.used += bytes;
    return true;
  }

  /** For tickets. */
  give(bytes: number): void {
    this.used -= bytes;
  }
}

/** The share of one request. */
export class BodyTicket {
  private size = 0;
  private keepers = 0;

  constructor(private readonly budget: BodyBudget) {}

  /** The body is `bytes` long by now, decompressed; false when there is no room for that. */
  grow(bytes: number): boolean {
    if (bytes <= this.size) return true;
    if (!this.budget.take(bytes - this.size)) return false;
    this.size = bytes;
    return true;
  }

  /**
   * Keeps the share until the function that it gives is called; the last keeper gives it back. The
   * connection is one, the work on the entries another: a client that goes away does not end the work.
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

  /** Nothing of the body is held any more. */
  drop(): void {
    this.budget.give(this.size);
    this.size = 0;
  }
}
