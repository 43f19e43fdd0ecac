import { parseTrustedProxies } from './trusted-proxies.js';

it.each([
  ['false', false],
  ['1', 1],
  ['10', 10],
  ['192.0.2.1', ['192.0.2.1']],
  ['10.0.0.0/8', ['10.0.0.0/8']],
  ['10.0.0.0/8, 192.0.2.1,2001:db8::/32', ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']],
])('reads %s', (text, expected) => {
  expect(parseTrustedProxies(text)).toEqual(expected);
});

it.each([
  ...['true', 'yes', '0', '11', '-1', '1.5', '', ',', '10.0.0.0/8,', 'localhost', 'proxy.example'],
  ...[
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '2001:db8::/129',
    '10.0.0.0/8/8',
    '10.0.0/8',
    'fe80::1%eth0',
  ],
])('refuses "%s"', (text) => {
  expect(parseTrustedProxies(text)).toBeUndefined();
});
