import { hostNameOf, parseHostNames } from './host-names.js';

it.each([
  ['', []],
  ['api,worker,', ['api', 'worker']],
  [' API , botgauge.internal', ['api', 'botgauge.internal']],
  ['*.corp.example', ['*.corp.example']],
  ['under_score,xn--bcher-kva.example', ['under_score', 'xn--bcher-kva.example']],
])('reads "%s"', (text, expected) => {
  expect(parseHostNames(text)).toEqual(expected);
});

it.each([
  ...['*', '*.', 'a..b', '.example', '-a.example', 'a b', 'a/b', 'bücher.example'],
  ...['api:3000', 'http://api', '192.0.2.1', '[::1]', '::1', '*.*.example', `${'a'.repeat(64)}.b`],
])('refuses "%s"', (text) => {
  expect(parseHostNames(text)).toBeUndefined();
});

it.each([
  ['Shop.Example', 'shop.example'],
  ['shop.example.:443', 'shop.example'],
  ['shop.example:', 'shop.example'],
  ['192.0.2.1:3000', '192.0.2.1'],
  ['[::1]:3000', '[::1]'],
  ['a.example:80:80', undefined],
  ['[::1', undefined],
  ['[shop.example]', undefined],
  ['::1', undefined],
  ['a.example@127.0.0.1', undefined],
  ['a.example, b.example', undefined],
  ['<b>', undefined],
])('finds in the Host %s the name %s', (host, name) => {
  expect(hostNameOf(host)).toBe(name);
});
