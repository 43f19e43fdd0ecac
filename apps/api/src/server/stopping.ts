/**
 * Whether this process was told to stop. It keeps serving for a while, but asks clients to go
 * elsewhere.
 */
export class Stopping {
  private announced = false;

  get isAnnounced(): boolean {
    return this.announced;
  }

  announce(): void {
    this.announced = true;
  }
}
