const FIRST_LENGTH = 64;

/** Numbers by index, all of which are 0 at first. */
export class Tally {
  private values = new Float64Array(FIRST_LENGTH);

  at(index: number): number {
    return this.values[index] ?? 0;
  }

  add(index: number): void {
    if (index >= this.values.length) this.grow(index);
    this.values[index] = (this.values[index] as number) + 1;
  }

  put(index: number, value: number): void {
    if (index >= this.values.length) this.grow(index);
    this.values[index] = value;
  }

  private grow(index: number): void {
    const longer = new Float64Array(Math.max(index + 1, this.values.length * 2));
    longer.set(this.values);
    this.values = longer;
  }
}
