/**
 * Tells when something would have happened, had it not been done in a hurry: people of the laboratory do
 * not read for minutes, nor wait until the next day.
 */
export class MovedClock {
  /** From which moment on the time was moved by how much, in milliseconds. */
  private readonly moves: { from: number; by: number }[] = [];

  /**
   * @param start when the visit begins, in epoch milliseconds UTC
   * @param now the time as it is
   */
  constructor(
    start: number,
    private readonly now: () => number = Date.now,
  ) {
    this.moves.push({ from: 0, by: start - now() });
  }

  /** Lets time pass, in milliseconds. */
  pass(milliseconds: number): void {
    const { by } = this.moves.at(-1) as { by: number };
    this.moves.push({ from: this.now(), by: by + milliseconds });
  }

  /** Returns when that was which really was at this time. */
  at(real: number): number {
    const move = this.moves.findLast(({ from }) => from <= real) as { by: number };
    return Math.round(real + move.by);
  }
}
