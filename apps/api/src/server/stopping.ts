/** Whether this process was told to stop: it serves on for a while, and asks to be left alone. */
export class Stopping {
  private announced = false;

  get isAnnounced(): boolean {
    return this.announced;
  }

  announce(): void {
    this.announced = true;
  }
}
