import { addressNumbers } from '@app/contracts';
import { addressesOfHosters, parseHosters } from './hosters.js';

/** Returns whether an address is in a network of these hosters. */
const has = (prefixes: string[], address: string) =>
  addressesOfHosters(prefixes).has(addressNumbers(address)!);

describe('a list of hosters', () => {
  it('has networks and addresses of both families, comments, and ends of lines of any system', () => {
    const text = '# Hosters\r\n\r\n192.0.2.0/24\r\n 203.0.113.7 # one\r\n2001:DB8::/32\n';
    expect(parseHosters(text)).toEqual({
      prefixes: ['192.0.2.0/24', '203.0.113.7/32', '2001:db8::/32'],
    });
  });

  it.each([
    ['192.0.2.0/24\n192.0.2.0-192.0.2.9\n', /^Line 2 is no address and no CIDR: "192.0.2.0-192/],
    ['192.0.2.0/33', /^Line 1 is no address/],
    ['<html>\n', /^Line 1 is no address/],
    ['# nothing\n\n', /no addresses/],
    ['', /no addresses/],
    ['9.0.0.0/8\n8.0.0.0/7\n', /^8\.0\.0\.0\/7 is wider than \/8 \(IPv4\) or \/16 \(IPv6\)/],
    ['2002::/16\n2000::/15\n', /^2000::\/15 is wider/],
    ['0.0.0.0/0', /is wider/],
    [`${'192.0.2.1\n'.repeat(100_001)}`, /more than 100000 addresses/],
  ])('is refused as a whole where a line is wrong: case %#', (text, reason) => {
    expect(parseHosters(text)).toEqual({ fault: expect.stringMatching(reason) as string });
  });
});

describe('the addresses of hosters', () => {
  it('are exactly those of IPv4 that lists have', () => {
    const lists = ['192.0.2.16/28', '203.0.113.7/32'];
    for (const address of ['192.0.2.16', '192.0.2.31', '203.0.113.7'])
      expect([address, has(lists, address)]).toEqual([address, true]);
    for (const address of ['192.0.2.15', '192.0.2.32', '203.0.113.6', '203.0.113.8', '2001:db8::1'])
      expect([address, has(lists, address)]).toEqual([address, false]);
  });

  it('are all of an IPv6 network of 64 bits of which a list has a part', () => {
    for (const list of ['2001:db8:0:5::8/128', '2001:db8:0:5:a::/80', '2001:db8:0:5::/64']) {
      expect(has([list], '2001:db8:0:5::1')).toBe(true);
      expect(has([list], '2001:db8:0:5:ffff::9')).toBe(true);
      expect(has([list], '2001:db8:0:4::8')).toBe(false);
      expect(has([list], '2001:db8:0:6::8')).toBe(false);
    }
    expect(has(['2001:db8::/32'], '2001:db8:ffff::1')).toBe(true);
  });
});
