import type { SitemapReading } from './read-sitemap.js';
import { oneTurn, Slices } from './slices.js';

/** Gives addresses that are there already, and rests as `readSitemap` does. */
export async function takeAddresses(
  addresses: readonly string[],
  { take, rest = oneTurn }: Pick<SitemapReading, 'take' | 'rest'>,
): Promise<void> {
  const slices = new Slices(rest);
  for (const address of addresses) {
    slices.do(() => take(address));
    if (slices.isOver) await slices.rest();
  }
}
