import { sanitisePath } from '@app/contracts';
import { MOST_PAGES, MOST_PATH_BYTES, SitemapPages } from './sitemap-pages.js';

function pagesOf(addresses: string[], elsewhere: string[] = []) {
  const pages = new SitemapPages('shop.example', elsewhere);
  for (const address of addresses) pages.take(address);
  return pages.result();
}

describe('SitemapPages', () => {
  it('gives every page once, in the form under which visits are counted', () => {
    const rows: [string, string][] = [
      ['https://shop.example', '/'],
      ['http://shop.example/a?b=1#c', '/a'],
      ['HTTPS://SHOP.EXAMPLE:8443/A/', '/A/'],
      ['https://www.shop.example/www', '/www'],
      ['https://shop.example./dot', '/dot'],
      ['https://shop.example/münchen straße', '/m%C3%BCnchen%20stra%C3%9Fe'],
      ['https://shop.example/%7efoo', '/%7efoo'],
      ['https://shop.example/x/../y', '/y'],
      ['/path/only', '/path/only'],
    ];
    for (const [address, path] of rows) expect(pagesOf([address]).paths).toEqual([path]);
    const { paths } = pagesOf([...rows, ...rows].map(([address]) => address));
    expect(paths).toEqual(rows.map(([, path]) => path));
    expect(paths.map(sanitisePath)).toEqual(paths);
  });

  it('counts what it leaves out', () => {
    const longest = `/${'a'.repeat(2_047)}`;
    const { paths, addresses, leftOut } = pagesOf(
      [
        ...['https://other.example/', 'https://notshop.example/', '//cdn.example/x'],
        ...['https://blog.shop.example/', 'https://a.blog.shop.example/', 'http://192.0.2.1/'],
        ...['no address', 'ftp://shop.example/', 'https://', 'https://shop.example/\ufffd', ''],
        ...[longest, `${longest}a`, `https://shop.example/${'ä'.repeat(400)}`],
        `https://shop.example/?${'a'.repeat(8_192)}`,
      ],
      ['blog.shop.example', 'example', 'shop.example'],
    );
    expect({ paths, addresses, leftOut }).toEqual({
      paths: [longest],
      addresses: 15,
      leftOut: { other_hosts: 6, no_addresses: 5, too_long: 3, beyond_bound: 0, files: 0 },
    });
  });

  it('takes so many pages of all files together', () => {
    const pages = new SitemapPages('shop.example');
    const addresses = Array.from({ length: MOST_PAGES - 1 }, (_, place) => `/${place}`);
    for (const address of addresses) pages.take(address);
    expect(pages.full).toBe(false);
    for (const address of ['/0', '/last', '/too many', '/1']) pages.take(address);
    pages.countBeyond(2);
    expect(pages.full).toBe(true);
    const { paths, leftOut, addresses: all } = pages.result();
    expect([paths.length, paths.at(-1), leftOut.beyond_bound]).toEqual([MOST_PAGES, '/last', 3]);
    expect(all).toBe(MOST_PAGES + 5);
  });

  it('takes so many bytes of paths, and then no shorter path either', () => {
    const pages = new SitemapPages('shop.example');
    const each = 2_048;
    const room = MOST_PATH_BYTES / each;
    for (let at = 0; at < room; at += 1) {
      expect(pages.full).toBe(false);
      pages.take(`/${at}?query`.padEnd(each + 6, 'x').replace(/\?query(.*)/, '$1?query'));
    }
    expect(pages.result().paths.map((path) => path.length)).toEqual(Array(room).fill(each));
    for (const path of ['/short', '/s']) pages.take(path);
    expect(pages.full).toBe(true);
    expect(pages.result()).toMatchObject({ paths: { length: room }, leftOut: { beyond_bound: 2 } });
  });

  it('knows websites of their own at any level, however many there are', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `w${at}.shop.example`);
    const pages = pagesOf(
      ['https://w7.shop.example/', 'https://a.b.w9999.shop.example/', 'https://w.shop.example/x'],
      many,
    );
    expect(pages).toMatchObject({ paths: ['/x'], leftOut: { other_hosts: 2 } });
  });
});
