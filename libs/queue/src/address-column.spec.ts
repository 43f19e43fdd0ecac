import { packAddresses, storedAddress } from '@app/contracts';
import { someAddresses } from '@app/testing';
import { addressBytes, readAddresses } from './address-column.js';
import { cutAddresses } from './cut-addresses.js';

it('gives back addresses and networks as they were', () => {
  for (let round = 0; round < 100; round++) {
    const whole = someAddresses(60);
    const networks = whole.map((address) => storedAddress(address, 'truncated'));
    for (const texts of [whole, networks]) {
      const column = packAddresses(texts);
      expect(readAddresses(column.lengths, addressBytes(column))).toEqual(column);
    }
  }
});

it('keeps nothing of what is cut off', () => {
  const texts = ['255.255.255.255', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'];
  const wordsOf = (storage: 'truncated' | 'none') => {
    const column = packAddresses(texts);
    cutAddresses(column, storage);
    return [...column.words].map((word) => word.toString(16));
  };
  const zeros = ['0', '0', '0'];
  expect(wordsOf('truncated')).toEqual(['ffffff00', ...zeros, 'ffffffff', 'ffff0000', '0', '0']);
  expect(wordsOf('none')).toEqual(['0', ...zeros, '0', ...zeros]);
});

it('needs three bytes for a network of IPv4, and six for one of IPv6', () => {
  const sizeOf = (text: string | null) => addressBytes(packAddresses([text])).length;
  const texts = [null, '192.0.2.1', '192.0.2.0', '2001:db8::1', '2001:db8:0::', '2001:db8:1::'];
  expect(texts.map(sizeOf)).toEqual([0, 4, 3, 16, 6, 6]);
});

it('reads nothing from bytes that are more, fewer, or of no address', () => {
  expect(readAddresses([4], Buffer.alloc(3))).toBeUndefined();
  expect(readAddresses([4], Buffer.alloc(5))).toBeUndefined();
  expect(readAddresses([5], Buffer.alloc(5))).toBeUndefined();
});
