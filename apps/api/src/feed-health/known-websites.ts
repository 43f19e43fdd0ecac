type WebsitesByDomain = ReadonlyMap<string, number>;

/**
 * The websites of the accounts whose deliveries came lately, by domain. What is held grows with the
 * websites that accounts have, and not with the hosts that visitors name.
 */
export class KnownWebsites {
  private readonly known = new Map<number, Promise<WebsitesByDomain>>();

  constructor(private readonly find: (accountId: number) => Promise<WebsitesByDomain>) {}

  /** Returns internal ids by domain. What could not be found is looked up again. */
  of(accountId: number): Promise<WebsitesByDomain> {
    const known = this.known.get(accountId);
    if (known) return known;
    const found = this.find(accountId);
    this.known.set(accountId, found);
    found.catch(() => this.known.delete(accountId));
    return found;
  }

  /** Has everything looked up again when it is needed. */
  forget(): void {
    this.known.clear();
  }
}
