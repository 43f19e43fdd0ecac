import { gzipSync } from 'node:zlib';
import { MOST_FILE_BYTES, readSitemap } from './read-sitemap.js';
import { MOST_ADDRESSES } from './sitemap-file.js';

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const read = (text: string) => readSitemap(Buffer.from(text));
const urlset = (content: string) => `<urlset xmlns="${SITEMAPS}">${content}</urlset>`;
const A = 'https://shop.example/a';
const B = 'https://shop.example/b';
const pages = (...addresses: string[]) => ({ kind: 'pages', addresses, beyond: 0 });

describe('readSitemap', () => {
  it('reads addresses and nothing else of a sitemap in XML', async () => {
    const files = [
      urlset(`<url><loc>${A}</loc><lastmod>2026-01-01</lastmod></url><url><loc>${B}</loc></url>`),
      `<?xml version="1.0" encoding="UTF-8"?>\n${urlset(`<url><loc>\n ${A}\t</loc></url><url><loc>${B}</loc></url>`)}\n`,
      `<!-- made by hand --><urlset><url><priority>1</priority><loc>${A}</loc></url><url><loc>${B}</loc></url></urlset>`,
      urlset(
        `<url><loc><![CDATA[${A}]]></loc></url><url><loc>https://<!-- host -->shop.example/b</loc></url>`,
      ),
      `<s:urlset xmlns:s="${SITEMAPS}"><s:url><s:loc>${A}</s:loc></s:url><s:url><s:loc>${B}</s:loc></s:url></s:urlset>`,
      urlset(
        `<url><loc>${A}</loc><i:image xmlns:i="image"><i:loc>https://shop.example/a.png</i:loc></i:image>` +
          `<x:loc xmlns:x="other">https://shop.example/x</x:loc></url><url><loc>${B}</loc><loc/></url>` +
          `<other><loc>https://shop.example/other</loc></other><loc>https://shop.example/none</loc>`,
      ),
    ];
    for (const file of files) expect([file, await read(file)]).toEqual([file, pages(A, B)]);
  });

  it('reads the entities of XML, and no others', async () => {
    const loc = (text: string) => urlset(`<url><loc>${text}</loc></url>`);
    expect(await read(loc('https://shop.example/?a=1&amp;b=&#x41;&#66;'))).toEqual(
      pages('https://shop.example/?a=1&b=AB'),
    );
    const bomb = `<!DOCTYPE urlset [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${loc('https://shop.example/&b;')}`;
    expect(await read(bomb)).toMatchObject({ kind: 'fault', reason: 'broken_xml' });
  });

  it('reads an index of sitemaps as one', async () => {
    const index = `<sitemapindex xmlns="${SITEMAPS}"><sitemap><loc>${A}.xml</loc></sitemap><url><loc>${B}</loc></url></sitemapindex>`;
    expect(await read(index)).toEqual({ kind: 'index', addresses: [`${A}.xml`], beyond: 0 });
    expect(await read(urlset(''))).toEqual(pages());
  });

  it('reads text with an address or a path in every line', async () => {
    for (const text of [`${A}\n${B}`, `\n  ${A} \r\n\r\n${B}\r`, `\ufeff${A}\r${B}\n`])
      expect(await read(text)).toEqual(pages(A, B));
    expect(await read('/a\n/b\nno address')).toEqual(pages('/a', '/b', 'no address'));
  });

  it('reads what is compressed, even twice, and what is UTF-16', async () => {
    const xml = Buffer.from(urlset(`<url><loc>${A}ä</loc></url>`));
    const wide = Buffer.from(`\ufeff${xml.toString()}`, 'utf16le');
    const files = [
      gzipSync(xml),
      gzipSync(gzipSync(xml)),
      Buffer.concat([Buffer.from('\ufeff'), xml]),
      wide,
      Buffer.from(wide).swap16(),
    ];
    for (const file of files) expect(await readSitemap(file)).toEqual(pages(`${A}ä`));
  });

  it('reads characters and entries that are cut by the pieces of reading', async () => {
    // Lines of an even number of bytes, so that every piece begins within a character.
    const addresses = Array.from({ length: 40 }, () => `/${'ä'.repeat(15_000)}`);
    expect(await read(addresses.join('\n'))).toEqual(pages(...addresses));
    const locs = addresses.map((address) => `<url><loc>${address}</loc></url>`).join(' ');
    expect(await read(urlset(locs))).toEqual(pages(...addresses));
  });

  it('keeps 50,000 addresses of a file and counts the others', async () => {
    const lines = Array.from({ length: MOST_ADDRESSES + 3 }, (_, place) => `/p/${place}`);
    const text = await read(lines.join('\n'));
    expect(text).toMatchObject({ kind: 'pages', beyond: 3 });
    expect(text.kind !== 'fault' && text.addresses).toHaveLength(MOST_ADDRESSES);
    const xml = await read(urlset(lines.map((path) => `<url><loc>${path}</loc></url>`).join('')));
    expect(xml).toEqual(text);
  });

  it('says what is wrong with a file that is no sitemap', async () => {
    const deep = '<a>'.repeat(40);
    const wide = `<url ${Array.from({ length: 200 }, (_, place) => `a${place}=""`).join(' ')}>`;
    const faults: [string, string, RegExp][] = [
      ['', 'empty', /empty/],
      [' \n\t', 'empty', /empty/],
      ['<!DOCTYPE html><html><body>404</body></html>', 'no_sitemap', /a page in HTML/],
      ['\n<!doctype html><meta charset=utf-8><title>404</title>', 'no_sitemap', /a page in HTML/],
      ['<rss version="2.0"></rss>', 'no_sitemap', /<rss>.*<urlset>/],
      ['User-agent: *\nDisallow: /', 'no_sitemap', /an address in every line/],
      ['{"pages": []}', 'no_sitemap', /an address in every line/],
      [`/${'a'.repeat(300_000)}`, 'no_sitemap', /an address in every line/],
      [urlset('<url><loc>https://shop.example/?a=1&b=2</loc>'), 'broken_xml', /&amp;/],
      ['<urlset>\n<url><loc>https://shop.example/</url></urlset>', 'broken_xml', /line 2, column/],
      [urlset('<url>').replace('</urlset>', ''), 'broken_xml', /unclosed tag: url\./],
      ['<urlset></urlset><urlset></urlset>', 'broken_xml', /one root/],
      [urlset(deep), 'broken_xml', /broken: more than 32 elements/],
      [urlset(wide), 'broken_xml', /100 attributes/],
    ];
    for (const [file, reason, message] of faults) {
      const fault = { kind: 'fault', reason, message: expect.stringMatching(message) as string };
      expect([file.slice(0, 60), await read(file)]).toEqual([file.slice(0, 60), fault]);
    }
  });

  it('refuses what cannot be decompressed, or has too many bytes when it is', async () => {
    const whole = gzipSync(Buffer.from(urlset('')));
    const cut = await readSitemap(whole.subarray(0, whole.length - 12));
    expect(cut).toMatchObject({ kind: 'fault', reason: 'broken_gzip' });
    const large = Buffer.alloc(MOST_FILE_BYTES + 1, ' ');
    const faults = [await readSitemap(large), await readSitemap(gzipSync(large, { level: 1 }))];
    for (const fault of faults) expect(fault).toMatchObject({ kind: 'fault', reason: 'too_large' });
  });
});
