/** Values that fit in so many bytes together: those that were asked for last. */
export class LeastRecent<Value> {
  /** In the order in which they were asked for. */
  private readonly values = new Map<string, { value: Value; bytes: number }>();
  private bytes = 0;

  constructor(private readonly mostBytes: number) {}

  has(key: string): boolean {
    return this.values.has(key);
  }

  get(key: string): Value | undefined {
    const found = this.values.get(key);
    if (!found) return undefined;
    this.values.delete(key);
    this.values.set(key, found);
    return found.value;
  }

  /** Keeps a value, and forgets those that were not asked for the longest until all fit. */
  set(key: string, value: Value, bytes: number): void {
    this.forget(key);
    if (bytes > this.mostBytes) return;
    this.values.set(key, { value, bytes });
    this.bytes += bytes;
    for (const oldest of this.values.keys()) {
      if (this.bytes <= this.mostBytes) break;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.bytes -= this.values.get(key)?.bytes ?? 0;
    this.values.delete(key);
  }
}
