export interface AccountSlotsOptions {
  /** How many pieces of work an account may have under way. */
  most: number;
  /** How long a further one waits until one of them ends. */
  patienceMs: number;
}

interface Line {
  under: number;
  /** Those who wait, the first one first. */
  waiting: (() => void)[];
}

/** A line that is longer than this would not be served in time. */
const LONGEST_LINE = 100;

/**
 * Bounds what each account has under way, so that what it asks for at the same time leaves room for
 * others. What is beyond the bound waits in a line of the account.
 */
export class AccountSlots {
  private readonly lines = new Map<number, Line>();

  constructor(private readonly options: AccountSlotsOptions) {}

  /**
   * Resolves when the account has a free slot, with the function that gives the slot back. Resolves
   * with undefined when none became free in time.
   */
  async enter(accountId: number): Promise<(() => void) | undefined> {
    const line = this.lines.get(accountId) ?? { under: 0, waiting: [] };
    this.lines.set(accountId, line);
    if (line.under < this.options.most) line.under += 1;
    else if (!(await this.wait(line))) return undefined;
    return () => this.leave(accountId, line);
  }

  /** Waits in line. Returns true when a slot was handed over in time. */
  private async wait({ waiting }: Line): Promise<boolean> {
    if (waiting.length >= LONGEST_LINE) return false;
    return new Promise((resolve) => {
      const take = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(take), 1);
        resolve(false);
      }, this.options.patienceMs);
      waiting.push(take);
    });
  }

  private leave(accountId: number, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.under -= 1;
    if (line.under === 0) this.lines.delete(accountId);
  }
}
