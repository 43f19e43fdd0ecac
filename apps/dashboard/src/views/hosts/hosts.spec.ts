import { domainToAdd, nameOf, ownerOf } from './host.js';
import { keysInWords } from './keys-in-words.js';

const SHOP = { id: 'ws_shop', domain: 'shop.example' };
const BLOG = { id: 'ws_blog', domain: 'blog.example' };
const WEBSITES = [SHOP, BLOG];
const owner = (host: string | null, website: string | null) =>
  ownerOf({ host, website }, SHOP.id, WEBSITES);

it('tells whether a host belongs to the website that is shown, to another or to none', () => {
  expect(owner('www.shop.example', SHOP.id)).toEqual({ kind: 'this' });
  expect(owner('blog.example', BLOG.id)).toEqual({ kind: 'other', website: BLOG });
  expect(owner('new.example', 'ws_new')).toEqual({
    ...{ kind: 'other', website: { id: 'ws_new', domain: 'ws_new' } },
  });
  expect(owner('foreign.example', null)).toEqual({ kind: 'none', host: 'foreign.example' });
  expect([owner('', null), owner(null, null)]).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
});

it('names every row', () => {
  expect([nameOf('shop.example'), nameOf(''), nameOf(null)]).toEqual([
    ...['shop.example', 'Not in the logs', 'Further hosts'],
  ]);
});

it('offers the domain of a host, and none for an address', () => {
  expect(domainToAdd('www.shop.example')).toBe('shop.example');
  expect(domainToAdd('static.shop.example')).toBe('static.shop.example');
  expect(domainToAdd('xn--bcher-kva.xn--p1ai')).toBe('xn--bcher-kva.xn--p1ai');
  for (const host of ['203.0.113.7', '[2001:db8::1]', '2001:db8::1', 'localhost', 'www.localhost'])
    expect(domainToAdd(host)).toBeUndefined();
});

it('names the keys unless they are those of the website that is shown', () => {
  const inWords = (...keys: [string | null, number][]) =>
    keysInWords(
      keys.map(([website, visits]) => ({ website, visits })),
      SHOP.id,
      WEBSITES,
    );
  expect(inWords([SHOP.id, 5])).toBeUndefined();
  expect(inWords()).toBeUndefined();
  expect(inWords([BLOG.id, 1_204])).toBe('with the key of blog.example (1,204)');
  expect(inWords([SHOP.id, 5], [null, 2])).toBe(
    'with the keys of shop.example (5), a deleted website (2)',
  );
});
