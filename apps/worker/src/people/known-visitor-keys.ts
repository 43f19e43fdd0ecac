import type { Logger } from '@app/observability';
import { type Pseudonyms, pseudonymsWith } from '@app/people';
import type { HeldKey, VisitorKeys } from '@app/storage';

/** What gives the visitors of an account pseudonyms on a UTC day. */
export interface DayPseudonyms {
  pseudonyms: Pseudonyms;
  /** The UTC day on which its key was made, in days since 1970. */
  madeOn: number;
}

export interface KnownVisitorKeysDependencies {
  keys: Pick<VisitorKeys, 'take' | 'countEvidence' | 'hasAll' | 'putBack'>;
  logger: Logger;
  /** Epoch milliseconds. */
  now?: () => number;
  /** How many visitors and hours there may be evidence about, as far as this process knows. */
  most?: { ofAccount: number; ofDay: number };
}

const DAY_MS = 86_400_000;
/** A day without a key is looked up again after this time, and so is how much an account has. */
const TRUSTED_MS = 30_000;
/** So many requests of an account are taken before it is looked up how much evidence it has. */
const REQUESTS_BETWEEN_LOOKS = 50_000;
/**
 * How many visitors and hours there may be evidence about, of an account and of a website and day. Each
 * takes about 45 bytes in the database, and 70 in the process that judges a day. What comes beyond that
 * is counted, and not judged.
 */
const MOST_OF_ACCOUNT = 4_000_000;
const MOST_OF_DAY = 1_000_000;
/** How soon a crash of the database is noticed. */
const CHECK_MS = 5_000;

/** What is known of the keys of an account. */
interface KnownAccount {
  days: Map<number, (DayPseudonyms & HeldKey) | undefined>;
  isFull: boolean;
  /** Websites and days with as much evidence as they may have. */
  fullDays: ReadonlySet<string>;
  requestsSince: number;
  lookAt: number;
}

/**
 * The keys of visitors, kept in memory while their days are open. A crash of the database loses its
 * keys, and then they are put back from here.
 */
export class KnownVisitorKeys {
  private readonly accounts = new Map<number, KnownAccount>();
  private readonly now: () => number;
  private readonly most: { ofAccount: number; ofDay: number };
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dependencies: KnownVisitorKeysDependencies) {
    this.now = dependencies.now ?? Date.now;
    this.most = dependencies.most ?? { ofAccount: MOST_OF_ACCOUNT, ofDay: MOST_OF_DAY };
  }

  start(): void {
    this.timer ??= setInterval(() => void this.check(), CHECK_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** How many accounts have as much evidence as they may have. */
  get fullAccounts(): number {
    return [...this.accounts.values()].filter(({ isFull }) => isFull).length;
  }

  /**
   * Returns what finds the pseudonyms of a website and day of an account, for days that have a key, as
   * long as there is room for evidence.
   *
   * @param days in days since 1970
   * @param requests how many requests evidence will be gathered of
   * @throws when the database fails, as every other statement of a batch
   */
  async of(
    accountId: number,
    days: readonly number[],
    requests: number,
  ): Promise<(websiteId: number, day: number) => DayPseudonyms | undefined> {
    const account = await this.accountOf(accountId);
    if (account.isFull) return () => undefined;
    account.requestsSince += requests;
    const missing = days.filter((day) => !account.days.has(day));
    if (missing.length > 0) await this.learn(accountId, account, missing);
    const found = new Map<number, DayPseudonyms>();
    for (const day of days) {
      const known = account.days.get(day);
      if (known && this.isOpen(known)) found.set(day, known);
    }
    const { fullDays } = account;
    if (fullDays.size === 0) return (_, day) => found.get(day);
    return (websiteId, day) =>
      fullDays.has(keyOf({ websiteId, day })) ? undefined : found.get(day);
  }

  private async accountOf(accountId: number): Promise<KnownAccount> {
    const now = this.now();
    let account = this.accounts.get(accountId);
    if (account && now < account.lookAt && account.requestsSince < REQUESTS_BETWEEN_LOOKS)
      return account;
    const counts = await this.dependencies.keys.countEvidence(accountId);
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    account = {
      days: new Map([...(account?.days ?? [])].filter(([, known]) => known && this.isOpen(known))),
      isFull: total >= this.most.ofAccount,
      fullDays: new Set(counts.filter(({ count }) => count >= this.most.ofDay).map(keyOf)),
      requestsSince: 0,
      lookAt: now + TRUSTED_MS,
    };
    this.accounts.set(accountId, account);
    return account;
  }

  private async learn(accountId: number, account: KnownAccount, days: number[]): Promise<void> {
    const taken = await this.dependencies.keys.take(accountId, days);
    for (const day of days) {
      const key = taken.get(day);
      account.days.set(
        day,
        key && { ...key, accountId, day, pseudonyms: pseudonymsWith(key.secret) },
      );
    }
  }

  /** Tells whether the evidence of a day is still kept. */
  private isOpen({ madeOn }: DayPseudonyms): boolean {
    return madeOn > Math.floor(this.now() / DAY_MS) - 2;
  }

  /** Forgets the keys of closed days, and puts the others back when the database has lost them. */
  async check(): Promise<void> {
    const { keys, logger } = this.dependencies;
    const held = this.forgetClosed();
    if (held.length === 0) return;
    try {
      if (await keys.hasAll(held)) return;
      const put = await keys.putBack(held);
      if (put > 0)
        logger.warn({ keys: put }, 'the database had lost keys of visitors; they are back');
    } catch {
      // The database is away, and is asked again.
    }
  }

  private forgetClosed(): HeldKey[] {
    const held: HeldKey[] = [];
    for (const [accountId, { days, lookAt }] of this.accounts) {
      for (const [day, known] of days)
        if (known && this.isOpen(known)) held.push(known);
        else if (known || this.now() >= lookAt) days.delete(day);
      if (days.size === 0 && this.now() > lookAt) this.accounts.delete(accountId);
    }
    return held;
  }
}

function keyOf({ websiteId, day }: { websiteId: number; day: number }): string {
  return `${websiteId} ${day}`;
}
