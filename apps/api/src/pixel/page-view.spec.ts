import { checkRows } from '@app/testing';
import { entryOf, isWithin, readPageView } from './page-view.js';

const REFERER = 'https://www.example.com/blog/?q=1';
const view = (fields: object) => ({
  trackingId: 't_1',
  host: 'example.com',
  path: '/',
  referer: undefined,
  ...fields,
});

describe('readPageView', () => {
  it.each<[string, Record<string, string | string[]>, string | undefined, object]>([
    ['an address', { url: 'https://Example.com:8443/a/b?c#d' }, undefined, { path: '/a/b' }],
    ['an address before the Referer', { url: 'https://example.com/a' }, REFERER, { path: '/a' }],
    ['an address beside a broken Referer', { url: 'http://example.com' }, 'x', {}],
    ['the Referer alone', {}, REFERER, { host: 'www.example.com', path: '/blog/' }],
    ['an empty address', { url: '' }, REFERER, { host: 'www.example.com', path: '/blog/' }],
    ['a path of the Referer', { url: '/a?b' }, REFERER, { host: 'www.example.com', path: '/a' }],
    [
      'letters of all alphabets',
      { url: 'https://bücher.example/ä' },
      undefined,
      {
        host: 'xn--bcher-kva.example',
        path: '/%C3%A4',
      },
    ],
    [
      'where the visitor came from',
      { url: 'https://example.com', ref: 'https://a.example/' },
      undefined,
      {
        referer: 'https://a.example/',
      },
    ],
  ])('reads %s', (_, query, referer, fields) => {
    expect(readPageView({ tid: 't_1', ...query }, referer)).toEqual(view(fields));
  });

  it('says why it reads none', async () => {
    const url = 'https://example.com';
    await checkRows<[Record<string, string | string[]>, string]>(
      [
        [{}, 'bad_parameters'],
        [{ url }, 'bad_parameters'],
        [{ tid: ['t_1', 't_2'], url }, 'bad_parameters'],
        [{ tid: 't_1', url: [url, url] }, 'bad_parameters'],
        [{ tid: 't_1', url, ref: ['a', 'b'] }, 'bad_parameters'],
        [{ 'tid[]': 't_1', url }, 'bad_parameters'],
        [{ tid: 't_1' }, 'no_address'],
        [{ tid: 't_1', url: '/a' }, 'no_address'],
        [{ tid: 't_1', url: 'https://' }, 'no_address'],
        [{ tid: 't_1', url: 'file:///etc/passwd' }, 'no_address'],
        [{ tid: 't_1', url: 'javascript:alert(1)' }, 'no_address'],
        [{ tid: 't_1', url: 'android-app://example.com/' }, 'no_address'],
      ],
      ([query, fault]) => expect(readPageView(query, undefined)).toEqual({ fault }),
    );
  });
});

it.each([
  ['example.com', true],
  ['www.example.com', true],
  ['a.b.example.com', true],
  ['badexample.com', false],
  ['example.com.evil.example', false],
  ['com', false],
  ['', false],
])('a page of %s belongs to example.com: %s', (host, expected) => {
  expect(isWithin(host, 'example.com')).toBe(expected);
});

it('a view is an entry of a page that was served', () => {
  const visitor = {
    address: '192.0.2.17',
    userAgent: undefined,
    signatureAgent: '"https://chatgpt.com"',
  };
  expect(entryOf(view({ path: '/a', referer: 'https://a.example' }), visitor, 1_000)).toEqual({
    timestamp: 1_000,
    method: 'GET',
    host: 'example.com',
    path: '/a',
    status_code: 200,
    ip: '192.0.2.17',
    user_agent: '',
    referer: 'https://a.example',
    content_type: undefined,
    signature_agent: '"https://chatgpt.com"',
  });
});
