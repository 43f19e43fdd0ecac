import { addressInList } from '@app/contracts';
import { looksLikeAddress, visitorAddress, withoutPort } from './address.js';

describe('visitorAddress', () => {
  it.each([
    ['a public client', ['192.0.2.7', ''], '192.0.2.7'],
    ['a public client that sends the header', ['192.0.2.7', '66.249.66.1'], '192.0.2.7'],
    ['a private client', ['10.0.0.3', ''], '10.0.0.3'],
    ['a private client with the header', ['10.0.0.3', '203.0.113.9'], '203.0.113.9'],
    ['two proxies', ['10.0.0.3', '203.0.113.9, 10.0.0.2'], '203.0.113.9'],
    ['a private address in front', ['10.0.0.3', '192.168.1.5, 203.0.113.9'], '203.0.113.9'],
    ['nothing but private addresses', ['10.0.0.3', '192.168.1.5'], '192.168.1.5'],
    ['no client', ['', '203.0.113.9'], '203.0.113.9'],
    ['a dash', ['-', '203.0.113.9'], '203.0.113.9'],
    ['nothing', ['', ''], ''],
    ['a carrier', ['100.96.4.34', '203.0.113.9'], '203.0.113.9'],
    ['a mapped proxy', ['::ffff:172.17.0.1', '203.0.113.9'], '203.0.113.9'],
    ['a socket', ['unix:', '203.0.113.9'], '203.0.113.9'],
    ['a name', ['crawl.example', '203.0.113.9'], 'crawl.example'],
    ['a list', ['203.0.113.9, 10.0.0.3', ''], '203.0.113.9, 10.0.0.3'],
    ['another peer', ['203.0.113.9', '', '10.0.0.3'], '203.0.113.9'],
    ['the same peer with its port', ['203.0.113.9', '', '203.0.113.9:44'], '203.0.113.9'],
  ])('%s', (_, [client = '', forwarded = '', peer], expected) => {
    expect(visitorAddress(client, forwarded, peer)).toBe(expected);
  });

  it.each([
    ['two public addresses', ['10.0.0.3', '66.249.66.1, 198.51.100.7']],
    ['one more proxy', ['10.0.0.3', '66.249.66.1, 198.51.100.7, 10.0.0.2']],
    ['no client', ['', '66.249.66.1, 198.51.100.7']],
    ['something else', ['10.0.0.3', '66.249.66.1, unknown']],
    ['a public peer', ['66.249.66.1', '', '198.51.100.7']],
    ['a list and a public peer', ['66.249.66.1, 10.0.0.2', '', '198.51.100.7']],
    ['a client that was taken from the list', ['66.249.66.1', '66.249.66.1, 198.51.100.7', '']],
    ['a long list', ['10.0.0.3', `66.249.66.1, ${'10.0.0.1, '.repeat(9_999)}198.51.100.7`]],
  ])('is only claimed: %s', (_, [client = '', forwarded = '', peer]) => {
    const address = visitorAddress(client, forwarded, peer);
    expect(addressInList(address)).toEqual({ address: '66.249.66.1', isClaimed: true });
    expect(address.length).toBeLessThan(100);
  });
});

it.each([
  ['192.0.2.7:80', '192.0.2.7'],
  ['2001:db8::1:4321', '2001:db8::1'],
  ['2001:db8:0:0:0:0:0:1:4321', '2001:db8:0:0:0:0:0:1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['-', '-'],
])('withoutPort(%j) is %j', (address, bare) => {
  expect(withoutPort(address)).toBe(bare);
});

it.each([
  ['192.0.2.7', true],
  ['192.0.2.7:80', true],
  ['2001:db8::1', true],
  ['::1', true],
  ['[2001:db8::1]:443', true],
  ['fe80::1%eth0', true],
  ['::ffff:192.0.2.7', true],
  ['2001:db8:0:0:0:0:0:1', true],
  ['0:0:0:0:0:ffff:192.0.2.7', true],
  ['10:00:00', false],
  ['10:00:00]', false],
  ['10:00:00.123', false],
  ['1:2:3:4', false],
  ['shop.example', false],
])('looksLikeAddress(%j) is %j', (text, expected) => {
  expect(looksLikeAddress(text)).toBe(expected);
});
