/** Does the same work with several things side by side, but never with more than some at a time. */
export class UnderWay<Thing> {
  private readonly working = new Map<Thing, Promise<void>>();

  constructor(
    private readonly most: number,
    private readonly work: (thing: Thing) => Promise<void>,
  ) {}

  /**
   * Begins with one more, as soon as there is room for it.
   *
   * @throws what the work with an earlier one threw
   */
  async add(thing: Thing): Promise<void> {
    while (this.working.size >= this.most) await Promise.race(this.working.values());
    const one = this.work(thing);
    this.working.set(thing, one);
    // What fails stays, so that whoever waits next learns of it.
    one.then(
      () => this.working.delete(thing),
      () => undefined,
    );
  }

  /** Returns what is under way. */
  list(): Thing[] {
    return [...this.working.keys()];
  }

  /** Waits until all work is done. */
  async done(): Promise<void> {
    await Promise.all(this.working.values());
  }

  /** Waits until nothing is under way any more, whether it failed or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.working.values());
  }
}
