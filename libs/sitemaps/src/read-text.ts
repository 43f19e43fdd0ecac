import {
  faultOf,
  LONGEST_TEXT,
  PageAddresses,
  type ReadSitemap,
  type SitemapFault,
  type TakePage,
} from './sitemap-file.js';
import type { Slices } from './slices.js';

/** With the empty lines behind it, of which a file may have millions. */
const LINE_END = /[\r\n]\s*/;
/** So many lines are taken before anybody looks at the time. */
const LINES_AT_ONCE = 256;
/** Also a path alone, because lists that people write by hand have them. */
const LIKE_ADDRESS = /^(?:https?:\/\/|\/)\S*$/i;

const NO_SITEMAP =
  'The file is no sitemap. A sitemap is XML with <urlset> or <sitemapindex>, or text with an address in every line.';
const TOO_LONG = `The sitemap has a line of more than ${LONGEST_TEXT / 1024} KiB. Write one address in every line.`;

/** Reads a file with an address in every line. It is none when its first line is none. */
export async function readText(
  pieces: AsyncIterable<string>,
  { take, slices }: { take: TakePage; slices: Slices },
): Promise<ReadSitemap> {
  const addresses = new PageAddresses(take);
  let rest = '';
  for await (const piece of pieces) {
    const lines = slices.do(() => (rest + piece).split(LINE_END));
    rest = lines.pop() ?? '';
    for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
      const some = lines.slice(from, from + LINES_AT_ONCE);
      const fault = slices.do(() => takeLines(some, addresses));
      if (fault) return fault;
      if (slices.isOver) await slices.rest();
    }
    if (rest.length > LONGEST_TEXT) return lineTooLong(addresses);
  }
  return takeLines([rest], addresses) ?? addresses.file();
}

/** Returns a fault when the first line that is not empty is no address, or a line is too long. */
function takeLines(lines: readonly string[], addresses: PageAddresses): SitemapFault | undefined {
  for (const line of lines) {
    if (line.length > LONGEST_TEXT) return lineTooLong(addresses);
    const address = line.trim();
    if (address === '') continue;
    if (addresses.given === 0 && !LIKE_ADDRESS.test(address))
      return faultOf('no_sitemap', NO_SITEMAP);
    addresses.add(address);
  }
  return undefined;
}

function lineTooLong({ given }: PageAddresses): SitemapFault {
  return given === 0 ? faultOf('no_sitemap', NO_SITEMAP) : faultOf('broken_text', TOO_LONG);
}
