import { addressNumbers } from '@app/contracts';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { AddressSet } from './address-set.js';
import { canonicalPrefix, collapse } from './prefixes.js';

describe('canonicalPrefix', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.1', '192.0.2.1/32'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:0db8::/32', '2001:db8::/32'],
    ['192.0.2.0/33', null],
    ['::ffff:192.0.2.0/120', null],
    ['2001:db8::/129', null],
    ['192.0.2.0/', null],
    ['192.0.2.0/-1', null],
    ['192.0.2.0/1e1', null],
    ['192.0.2', null],
    ['192.0.2.1:80', null],
    ['a', null],
    ['', null],
  ])('%j is %j', (text, prefix) => {
    expect(canonicalPrefix(text)).toBe(prefix);
  });
});

describe('collapse', () => {
  it.each<[string, string[], string[]]>([
    ['adjacent ones', ['192.0.2.0/25', '192.0.2.128/25'], ['192.0.2.0/24']],
    ['contained ones', ['192.0.2.7/32', '192.0.2.0/24'], ['192.0.2.0/24']],
    ['the same one twice', ['192.0.2.7/32', '192.0.2.7/32'], ['192.0.2.7/32']],
    ['bits after the prefix', ['192.0.2.77/24'], ['192.0.2.0/24']],
    [
      'neighbours of different parents',
      ['192.0.2.1/32', '192.0.2.2/32'],
      ['192.0.2.1/32', '192.0.2.2/32'],
    ],
    ['three', ['192.0.2.2/32', '192.0.2.0/31', '192.0.2.3/32'], ['192.0.2.0/30']],
    [
      'both families',
      ['2001:db8::1/128', '2001:db8::/128', '10.0.0.0/8'],
      ['10.0.0.0/8', '2001:db8::/127'],
    ],
    ['everything', ['0.0.0.0/1', '128.0.0.0/1', '::/1', '8000::/1'], ['0.0.0.0/0', '::/0']],
    ['nothing', [], []],
  ])('%s', (_name, prefixes, collapsed) => {
    expect(collapse(prefixes)).toEqual(collapsed);
  });

  it('keeps exactly the same addresses, and no two that could be one', () => {
    // Few networks, so that they often touch.
    const prefix = fc
      .tuple(fc.nat(63), fc.integer({ min: 26, max: 32 }), fc.boolean())
      .map(([host, length, isIpv6]) =>
        isIpv6 ? `2001:db8::${host.toString(16)}/${length + 96}` : `192.0.2.${host}/${length}`,
      );
    const hosts = Array.from({ length: 64 }, (_, host) => [
      `192.0.2.${host}`,
      `2001:db8::${host.toString(16)}`,
    ]).flat();
    fc.assert(
      fc.property(fc.array(prefix, { maxLength: 12 }), (prefixes) => {
        const collapsed = collapse(prefixes);
        const set = new AddressSet(prefixes);
        const [before, after] = [prefixes, collapsed].map((all) => all.map(ipaddr.parseCIDR));
        for (const host of hosts) {
          const address = ipaddr.parse(host);
          const isIn = (all: typeof before = []) =>
            all.some(
              ([network, length]) =>
                address.kind() === network.kind() && address.match(network, length),
            );
          const there = isIn(before);
          const found = [isIn(after), set.has(addressNumbers(host) ?? NaN)];
          if (found.some((one) => one !== there)) throw new Error(`${host}: ${there}, ${found}`);
        }
        expect(collapse(collapsed)).toEqual(collapsed);
      }),
      { numRuns: 200 },
    );
  });
});
