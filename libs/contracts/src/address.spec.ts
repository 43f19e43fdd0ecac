import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { canonicalAddress, senderOf, storedAddress } from './address.js';

describe('canonicalAddress', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:80', '192.0.2.1'],
    ['192.0.2.1,x', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['2001:DB8::1', '2001:db8::1'],
    ['[::1]:8080', '::1'],
    ['fe80::1%lo', 'fe80::1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['1::2:0:0:3', '1::2:0:0:3'],
    ['', null],
    ['1.2.3', null],
    ['1.2.3.4.', null],
    ['01.2.3.4', null],
    ['1.2.3.4:99999999', null],
    ['[1.2.3.4', null],
    [':::', null],
    ['g::1', null],
    ['1:2:3:4:5:6:7:8:9', null],
  ])('%j is %j', (text, address) => {
    expect(canonicalAddress(text)).toBe(address);
  });

  it('is what RFC 5952 says, however an IPv6 address is written', () => {
    const groups = fc.array(
      fc.constantFrom('0', '0', '00', '1', 'a', 'F', '0db8', '2001', 'ffff'),
      {
        maxLength: 9,
      },
    );
    const address = fc
      .tuple(groups, groups, fc.constantFrom('', ':', '::'))
      .map(([left, right, gap]) => left.join(':') + gap + right.join(':'));
    fc.assert(
      fc.property(address, (text) => {
        const parsed = ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
        const mapped = parsed?.isIPv4MappedAddress();
        const canonical = mapped ? parsed?.toIPv4Address().toString() : parsed?.toRFC5952String();
        expect(canonicalAddress(text)).toBe(canonical ?? null);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('storedAddress', () => {
  const ADDRESSES = ['192.0.2.17', '2001:db8:1:2::5', '::1', null];

  it.each([
    ['full' as const, ADDRESSES],
    ['truncated' as const, ['192.0.2.0', '2001:db8:1::', '0:0:0::', null]],
    ['none' as const, [null, null, null, null]],
  ])('%s', (storage, stored) => {
    expect(ADDRESSES.map((address) => storedAddress(address, storage))).toEqual(stored);
  });

  it.each([
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['2001:db8::', '2001:db8:0::'],
    ['2001::5', '2001:0:0::'],
    ['1:2:3::', '1:2:3::'],
    ['1:2::7:8', '1:2:0::'],
    ['::5:6:7:8', '0:0:0::'],
    ['::', '0:0:0::'],
    ['::2:3:4:5:6:7:8', '0:2:3::'],
  ])('%s truncated is %s', (address, network) => {
    expect(storedAddress(address, 'truncated')).toBe(network);
    // The API and the worker both cut.
    expect(storedAddress(network, 'truncated')).toBe(network);
  });
});

describe('senderOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2::1', '20010db800010002'],
    ['2001:DB8:1:2:ffff::2', '20010db800010002'],
    ['2001:db8:1:3::1', '20010db800010003'],
    ['192.0.2.1:80', 'no address'],
    ['0192.0.2.1', 'no address'],
    ['::1%0:', 'no address'],
    ['unknown', 'no address'],
    ['', 'no address'],
  ])('of %j is %s', (address, sender) => {
    expect(senderOf(address)).toBe(sender);
  });
});
