import { gzipSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { MOST_FILE_BYTES } from './bytes-of-file.js';
import { readSitemap } from './read-sitemap.js';
import { MOST_ADDRESSES } from './sitemap-file.js';

const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Reads a file, and lists the addresses of pages that it gave. */
async function readFile(file: Uint8Array | AsyncIterable<Uint8Array>) {
  const addresses: string[] = [];
  const read = await readSitemap(file, { take: (address) => void addresses.push(address) });
  if (read.kind !== 'pages') return read;
  expect(read.addresses).toBe(addresses.length);
  return { ...read, addresses };
}
const read = (text: string) => readFile(Buffer.from(text));
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
    for (const file of files) expect(await readFile(file)).toEqual(pages(`${A}ä`));
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
      [`/a\n/${'a'.repeat(70_000)}\n/b`, 'broken_text', /a line of more than 64 KiB/],
    ];
    for (const [file, reason, message] of faults) {
      const fault = { kind: 'fault', reason, message: expect.stringMatching(message) as string };
      expect([file.slice(0, 60), await read(file)]).toEqual([file.slice(0, 60), fault]);
    }
  });

  it('refuses what cannot be decompressed, or has too many bytes when it is', async () => {
    const whole = gzipSync(Buffer.from(urlset('')));
    const cut = await readFile(whole.subarray(0, whole.length - 12));
    expect(cut).toMatchObject({ kind: 'fault', reason: 'broken_gzip' });
    const large = Buffer.alloc(MOST_FILE_BYTES + 1, ' ');
    const twice = gzipSync(gzipSync(large, { level: 1 }));
    const faults = [await readFile(large), await readFile(twice)];
    for (const fault of faults) expect(fault).toMatchObject({ kind: 'fault', reason: 'too_large' });
  });

  it('keeps nothing of what has no end', async () => {
    const long = 'a'.repeat(80_000);
    const many = (of: string) => Array.from({ length: 5 }, (_, at) => `a${at}="${of}"`).join(' ');
    for (const content of [
      `<url>${long}</url>`,
      `<url><loc>https://shop.example/${long}</loc></url>`,
      `<url><loc>${'<![CDATA[aaaaaaaaaa]]>'.repeat(8_000)}</loc></url>`,
      `<!-- ${long} -->`,
      `<?x ${long} ?>`,
      `<url a="${long}"/>`,
      `<url ${many('v'.repeat(15_000))}/>`,
      `<${long}/>`,
      `&${long};`,
    ]) {
      const fault = { kind: 'fault', reason: 'broken_xml' };
      expect([content.slice(0, 9), await read(urlset(content))]).toMatchObject([
        content.slice(0, 9),
        fault,
      ]);
    }
    // As much of it in parts that end is read.
    const text = `<url><loc>${A}</loc></url>${'<!-- x -->\n'.repeat(20_000)}`;
    expect(await read(urlset(text))).toEqual(pages(A));
  });

  it('reads pieces as they come, and no more of them than it needs', async () => {
    const text = `${urlset(`<url><loc>${A}</loc></url>`)}\n`;
    let isLeft = false;
    async function* inBytes(bytes: Buffer, more = '') {
      try {
        for (const byte of bytes) yield Buffer.from([byte]);
        while (more !== '') yield Buffer.from(more);
      } finally {
        isLeft = true;
      }
      await sleep(0);
    }
    for (const bytes of [Buffer.from(text), gzipSync(text), gzipSync(gzipSync(text))])
      expect(await readFile(inBytes(bytes))).toEqual(pages(A));
    for (const [start, reason] of [
      ['<!doctype html>', 'no_sitemap'],
      ['no address\n', 'no_sitemap'],
      ['<urlset>', 'broken_xml'],
      [' ', 'too_large'],
    ] as const) {
      isLeft = false;
      const endless = inBytes(Buffer.from(start), ' '.repeat(60_000));
      expect(await readFile(endless)).toMatchObject({ kind: 'fault', reason });
      expect(isLeft).toBe(true);
    }
    const lost = new Error('the connection is lost');
    async function* losing() {
      yield gzipSync(text).subarray(0, 20);
      await sleep(0);
      throw lost;
    }
    await expect(readFile(losing())).rejects.toBe(lost);
  });

  it('rests again and again while it computes, and counts what it reads', async () => {
    let [rests, bytes] = [0, 0];
    const count = (more: number) => void (bytes += more);
    const rest = () => Promise.resolve(void (rests += 1));
    const junk = `<urlset>${'<url><a/><b/></url>'.repeat(300_000)}</urlset>`;
    const began = process.cpuUsage();
    const file = gzipSync(junk, { level: 1 });
    expect(await readSitemap(file, { take: () => undefined, rest, count })).toMatchObject({
      kind: 'pages',
    });
    // One for each 5 ms; a busy machine makes fewer of them, because time passes without computing.
    const cpuMs = process.cpuUsage(began).user / 1_000;
    expect(rests).toBeGreaterThan(Math.min(10, cpuMs / 100));
    expect(bytes).toBe(junk.length);
  });
});
