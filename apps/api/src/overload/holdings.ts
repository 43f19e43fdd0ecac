/** Whose bytes are held. */
export interface Holder {
  /** Internal id of the account; 0 where no key was asked for. */
  account: number;
  /** Where the request came from. */
  address: string;
}

/**
 * No account holds more than this share of the room. The rest is for the other accounts, however
 * much one of them sends or leaves unread.
 */
const ACCOUNT_SHARE = 3 / 4;

/** How many of a limited number of bytes each account and each address holds. */
export class Holdings {
  /** All bytes that are held now. */
  total = 0;
  private readonly ofAccount = new Shares<number | string>();
  private readonly ofAddress = new Shares<string>();

  constructor(private readonly limit: number) {}

  /** Adds bytes to what a holder has, or takes them away when the number is negative. */
  add(holder: Holder, bytes: number): void {
    this.total += bytes;
    this.ofAccount.add(accountOf(holder), bytes);
    this.ofAddress.add(holder.address, bytes);
  }

  areTooMany(): boolean {
    return this.total > this.limit;
  }

  areTooManyFor(holder: Holder): boolean {
    return this.ofAccount.of(accountOf(holder)) > this.limit * ACCOUNT_SHARE;
  }

  /**
   * Compares two holders: the result is positive when the first one holds more. An account with
   * many addresses counts as one holder, and so does an address with many accounts.
   */
  compare(one: Holder, other: Holder): number {
    return (
      this.mostOf(one) - this.mostOf(other) ||
      this.ofAccount.of(accountOf(one)) - this.ofAccount.of(accountOf(other))
    );
  }

  private mostOf(holder: Holder): number {
    return Math.max(this.ofAccount.of(accountOf(holder)), this.ofAddress.of(holder.address));
  }
}

/** Clients without a key have no account in common, so each address is one of its own. */
export function accountOf({ account, address }: Holder): number | string {
  return account === 0 ? address : account;
}

/** How many bytes each of many holds. */
class Shares<Name> {
  private readonly bytes = new Map<Name, number>();

  of(name: Name): number {
    return this.bytes.get(name) ?? 0;
  }

  add(name: Name, bytes: number): void {
    const sum = this.of(name) + bytes;
    if (sum === 0) this.bytes.delete(name);
    else this.bytes.set(name, sum);
  }
}
