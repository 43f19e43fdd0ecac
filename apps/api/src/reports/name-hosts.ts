import { candidateDomains } from '@app/contracts';
import type { CountedHost, WebsiteRow } from '@app/storage';

/** The websites of an account, as the hosts of visits refer to them. */
export class WebsitesByName {
  private readonly byDomain: ReadonlyMap<string, WebsiteRow>;
  private readonly byId: ReadonlyMap<number, WebsiteRow>;

  constructor(websites: readonly WebsiteRow[]) {
    this.byDomain = new Map(websites.map((website) => [website.domain, website]));
    this.byId = new Map(websites.map((website) => [website.id, website]));
  }

  get ids(): number[] {
    return [...this.byId.keys()];
  }

  get domains(): string[] {
    return [...this.byDomain.keys()];
  }

  publicIdOf(id: number): string | null {
    return this.byId.get(id)?.public_id ?? null;
  }

  /** Returns a host with the website that it belongs to, and those of its keys. */
  named<Host extends CountedHost>({ websiteId: _websiteId, id: _id, keys, ...host }: Host) {
    const domain = candidateDomains(host.host ?? '').find((one) => this.byDomain.has(one));
    return {
      ...host,
      website: (domain !== undefined && this.byDomain.get(domain)?.public_id) || null,
      keys: keys.map(({ websiteId, visits }) => ({ website: this.publicIdOf(websiteId), visits })),
    };
  }
}
