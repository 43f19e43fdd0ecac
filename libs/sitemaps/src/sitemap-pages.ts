import { parseUrl, sanitisePath } from '@app/contracts';

/** The most pages of a website that are taken of its sitemaps. */
export const MOST_PAGES = 50_000;

/** Why addresses are no pages of the website. */
export interface LeftOut {
  /** Of another website, or of a part of this one that is a website of its own. */
  other_hosts: number;
  /** No address with http or https at all. */
  no_addresses: number;
  /** Paths of more than 2,048 bytes. Visits to them are counted under a shorter one. */
  too_long: number;
  /** More pages than are taken. */
  beyond_bound: number;
}

export interface PagesOfSitemap {
  /** Every page once, in the order of the sitemaps, in the form under which visits are counted. */
  paths: string[];
  /** All addresses that were given, also those that are left out and those that come twice. */
  addresses: number;
  leftOut: LeftOut;
}

/** Must be the bound of `sanitisePath`, which cuts. */
const LONGEST_PATH = 2_048;
const LIKE_ADDRESS = /^(?:https?:\/\/|\/)/i;

/** Collects the pages of a website out of the addresses of its sitemaps. */
export class SitemapPages {
  private readonly paths = new Set<string>();
  private readonly elsewhere: readonly string[];
  private addresses = 0;
  private readonly leftOut = { other_hosts: 0, no_addresses: 0, too_long: 0, beyond_bound: 0 };

  /**
   * `domain` is the website's. The hosts below it are the website's, too, as they are for visits.
   * `elsewhere` has domains that are websites of their own, of the same account.
   */
  constructor(
    private readonly domain: string,
    elsewhere: readonly string[] = [],
  ) {
    this.elsewhere = elsewhere.filter((other) => other !== domain && isBelow(other, domain));
  }

  /** Whether no further page has room. More addresses are only counted. */
  get full(): boolean {
    return this.paths.size >= MOST_PAGES;
  }

  /** Takes the addresses of a file, or paths of the website. */
  add({ addresses, beyond = 0 }: { addresses: readonly string[]; beyond?: number }): void {
    this.addresses += addresses.length + beyond;
    this.leftOut.beyond_bound += beyond;
    for (const address of addresses) this.take(address);
  }

  result(): PagesOfSitemap {
    const { addresses, leftOut } = this;
    return { paths: [...this.paths], addresses, leftOut: { ...leftOut } };
  }

  private take(address: string): void {
    const url = this.parse(address);
    if (!url) this.leftOut.no_addresses += 1;
    else if (!this.isOwn(url.hostname)) this.leftOut.other_hosts += 1;
    else if (url.pathname.length > LONGEST_PATH) this.leftOut.too_long += 1;
    else this.keep(sanitisePath(url.pathname));
  }

  /** Reads an address as browsers and bots do: what they ask for has no other characters. */
  private parse(address: string): URL | null {
    if (!LIKE_ADDRESS.test(address) || address.includes('\ufffd')) return null;
    return parseUrl(address, `https://${this.domain}`);
  }

  private isOwn(hostname: string): boolean {
    const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
    return isBelow(host, this.domain) && !this.elsewhere.some((other) => isBelow(host, other));
  }

  private keep(path: string): void {
    if (!this.full) this.paths.add(path);
    else if (!this.paths.has(path)) this.leftOut.beyond_bound += 1;
  }
}

function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
