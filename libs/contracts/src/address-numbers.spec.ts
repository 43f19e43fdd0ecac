import { addressNumbers, addressText } from './address-numbers.js';
import { canonicalAddress } from './address.js';

describe('addressNumbers', () => {
  it.each([
    ['192.0.2.1', 0xc0000201],
    ['255.255.255.255', 0xffffffff],
    ['::', [0, 0, 0, 0]],
    ['2001:db8::1', [0x20010db8, 0, 0, 1]],
    ['1:2:3:4:5:6:7:8', [0x10002, 0x30004, 0x50006, 0x70008]],
    // A network as it is stored.
    ['0:2:3::', [2, 0x30000, 0, 0]],
    ['', null],
    ['192.0.2', null],
    ['192.0.2.', null],
    ['192.0.2.1.1', null],
    ['192..2.1', null],
    ['192.0.2.256', null],
    ['192.0.2.a', null],
    ['unknown', null],
    ['1::2::3', null],
    ['1:2:3:4:5:6:7', null],
    ['1:2:3:4:5:6:7:8:9', null],
    ['1:2:3:4::5:6:7:8', null],
    ['12345::', null],
    ['g::', null],
    ['A::', null],
    ['1:2:3:4:5:6:7:', null],
    ['1::2:', null],
    [':1:2:3:4:5:6:7', null],
    [':::', null],
    ['1:::2', null],
    [':', null],
    ['1:2:3:4:5:6:7::8:9', null],
    ['::ffff:1.2.3.4', null],
  ])('%j is %j', (text, numbers) => {
    expect(addressNumbers(text)).toEqual(numbers);
  });
});

it('addressText writes what addressNumbers read', () => {
  const addresses = [
    '0.0.0.0',
    '192.0.2.1',
    '255.255.255.254',
    '::',
    '2001:db8::9',
    '1:2:3:4:5:6:7:8',
  ];
  for (const address of addresses) {
    const text = addressText(addressNumbers(address) ?? NaN);
    expect(canonicalAddress(text)).toBe(address);
  }
});
