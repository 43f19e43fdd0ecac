import { storedAddress } from './stored-address.js';

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
