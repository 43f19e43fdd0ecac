import { parseUrl, sanitisePath } from '@app/contracts';
import { textAlone } from './sitemap-file.js';

/** The most pages of a website that are taken of its sitemaps. */
export const MOST_PAGES = 50_000;
/** The most bytes of all their paths: 168 for each of 50,000. Ordinary paths have 40 to 80. */
export const MOST_PATH_BYTES = 8 * 1024 * 1024;

/** Why addresses are no pages of the website. */
export interface LeftOut {
  /** Of another website, or of a part of this one that is a website of its own. */
  other_hosts: number;
  /** No address with http or https at all. */
  no_addresses: number;
  /**
   * Paths of more than 2,048 bytes, whose visits are counted under a shorter one, and addresses of
   * more than 8,192 characters.
   */
  too_long: number;
  /** Pages beyond `MOST_PAGES` or `MOST_PATH_BYTES`, and addresses beyond those of a file. */
  beyond_bound: number;
  /** Files that were not read, because a bound was reached. */
  files: number;
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
const LONGEST_ADDRESS = 8_192;
const LIKE_ADDRESS = /^(?:https?:\/\/|\/)/i;

/** Collects the pages of a website out of the addresses of its sitemaps. */
export class SitemapPages {
  private readonly paths = new Set<string>();
  private readonly elsewhere: ReadonlySet<string>;
  private addresses = 0;
  private bytes = 0;
  private isFull = false;
  private readonly leftOut = {
    ...{ other_hosts: 0, no_addresses: 0, too_long: 0, beyond_bound: 0, files: 0 },
  };

  /**
   * `domain` is the website's. The hosts below it are the website's, too, as they are for visits.
   * `elsewhere` has domains that are websites of their own, of the same account.
   */
  constructor(
    private readonly domain: string,
    elsewhere: readonly string[] = [],
  ) {
    this.elsewhere = new Set(elsewhere.filter((other) => other !== domain));
  }

  /** Whether no further page has room. More addresses are only counted. */
  get full(): boolean {
    return this.isFull || this.paths.size >= MOST_PAGES;
  }

  /** Takes the address of a page, or a path of the website. */
  take(address: string): void {
    this.addresses += 1;
    if (address.length > LONGEST_ADDRESS) {
      this.leftOut.too_long += 1;
      return;
    }
    const url = this.parse(address);
    if (!url) this.leftOut.no_addresses += 1;
    else if (!this.isOwn(url.hostname)) this.leftOut.other_hosts += 1;
    else if (url.pathname.length > LONGEST_PATH) this.leftOut.too_long += 1;
    else this.keep(sanitisePath(url.pathname));
  }

  /** Counts addresses of a file that were not given. */
  countBeyond(addresses: number): void {
    this.addresses += addresses;
    this.leftOut.beyond_bound += addresses;
  }

  /** Counts files that are not read. */
  leaveFiles(files: number): void {
    this.leftOut.files += files;
  }

  result(): PagesOfSitemap {
    const { addresses, leftOut } = this;
    return { paths: [...this.paths], addresses, leftOut: { ...leftOut } };
  }

  /** Reads an address as browsers and bots do: what they ask for has no other characters. */
  private parse(address: string): URL | null {
    if (!LIKE_ADDRESS.test(address) || address.includes('\ufffd')) return null;
    return parseUrl(address, `https://${this.domain}`);
  }

  /**
   * Looks up the host and each domain above it, up to the website's. An account may have thousands
   * of websites, and a file has 50,000 addresses: not every one is compared with every other.
   */
  private isOwn(hostname: string): boolean {
    const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
    if (host === this.domain) return true;
    if (!host.endsWith(`.${this.domain}`)) return false;
    for (let name = host; name.length > this.domain.length; name = parentOf(name))
      if (this.elsewhere.has(name)) return false;
    return true;
  }

  private keep(path: string): void {
    if (this.paths.has(path)) return;
    const bytes = this.bytes + Buffer.byteLength(path);
    // From the first page on that has no room, all are left out: it is the beginning that is kept.
    if (this.full || bytes > MOST_PATH_BYTES) {
      this.isFull = true;
      this.leftOut.beyond_bound += 1;
      return;
    }
    this.bytes = bytes;
    this.paths.add(textAlone(path));
  }
}

function parentOf(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}
