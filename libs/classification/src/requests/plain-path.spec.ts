import { plainPath } from './plain-path.js';

it('reads the same path in every form in which it can be sent', () => {
  for (const form of [
    '/blog/.env',
    '/BLOG/.Env',
    '//blog///.env',
    '/blog/./.env',
    '/blog/.env/',
    '/blog\\.env',
    '/blog/%2eenv',
    '/blog/%252Eenv',
    '/blog/%25252eenv',
    '/blog/%%32%65env',
    '/blog%2f.env',
    '/blog%5c.env',
    '/blog%c0%af%C0%AEenv',
    '/blog/.env?x=/a',
    '/blog/.env%3Fx',
    '/blog/.env#x',
    '/blog;v=1/.env;jsessionid=2',
    'blog/.env',
  ])
    expect([form, plainPath(form)]).toEqual([form, '/blog/.env']);
});

it('keeps what is no other form', () => {
  const same = ['/', '/a/..', '/a/.b.', '/100%', '/%zz', '/%e', '/a%', '/café', '/…'];
  for (const path of same) expect(plainPath(path)).toBe(path);
  expect(plainPath('')).toBe('/');
});

it('reads 2,048 characters at most', () => {
  expect(plainPath(`/${'a'.repeat(2_047)}`)).toHaveLength(2_048);
  expect(plainPath(`/${'a'.repeat(100_000)}`)).toHaveLength(2_048);
});
