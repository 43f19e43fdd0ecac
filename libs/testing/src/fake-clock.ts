/** A clock that moves only when the test moves it. */
export class FakeClock {
  constructor(private time: number) {}

  static at(iso: string): FakeClock {
    return new FakeClock(Date.parse(iso));
  }

  now(): number {
    return this.time;
  }

  set(iso: string): void {
    this.time = Date.parse(iso);
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}
