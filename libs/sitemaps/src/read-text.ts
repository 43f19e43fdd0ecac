import { Addresses, faultOf, type ReadSitemap } from './sitemap-file.js';

const LINE_END = /\r\n|[\r\n]/;
/** Also a path alone, because lists that people write by hand have them. */
const LIKE_ADDRESS = /^(?:https?:\/\/|\/)\S*$/i;
/** A line of a sitemap has an address and nothing else. */
const LONGEST_LINE = 64 * 1024;

const NO_SITEMAP =
  'The file is no sitemap. A sitemap is XML with <urlset> or <sitemapindex>, or text with an address in every line.';

/** Reads a file with an address in every line. It is none when its first line is none. */
export async function readText(pieces: AsyncIterable<string>): Promise<ReadSitemap> {
  const addresses = new Addresses();
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split(LINE_END);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE || !takeLines(lines, addresses))
      return faultOf('no_sitemap', NO_SITEMAP);
  }
  if (!takeLines([rest], addresses)) return faultOf('no_sitemap', NO_SITEMAP);
  return { kind: 'pages', addresses: addresses.kept, beyond: addresses.beyond };
}

/** Returns false when the first line that is not empty is no address. */
function takeLines(lines: readonly string[], addresses: Addresses): boolean {
  for (const line of lines) {
    const address = line.trim();
    if (address === '') continue;
    if (addresses.kept.length === 0 && !LIKE_ADDRESS.test(address)) return false;
    addresses.add(address);
  }
  return true;
}
