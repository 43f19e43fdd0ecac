import { addressNumbers } from '@app/contracts';
import { AddressSet } from './address-set.js';

const has = (prefixes: string[], address: string) =>
  new AddressSet(prefixes).has(addressNumbers(address) ?? 0);

describe('a set of addresses', () => {
  it.each([
    ['10.255.255.255', false],
    ['11.0.0.0', true],
    ['12.200.0.1', true],
    ['13.0.0.0', true],
    ['13.0.0.1', false],
    ['255.255.255.255', false],
  ])('finds %s in a range over several first bytes: %s', (address, expected) => {
    expect(has(['11.0.0.0/8', '12.0.0.0/8', '13.0.0.0/32', '2001:db8::/32'], address)).toBe(
      expected,
    );
  });

  it.each([
    ['0.0.0.0', true],
    ['0.0.0.1', false],
    ['255.255.255.255', true],
    ['128.0.0.0', false],
  ])('finds %s at the ends of all addresses: %s', (address, expected) => {
    expect(has(['0.0.0.0/32', '255.255.255.255/32'], address)).toBe(expected);
  });

  it('is empty without ranges', () => {
    expect(has([], '192.0.2.1')).toBe(false);
    expect(has([], '2001:db8::1')).toBe(false);
  });
});
