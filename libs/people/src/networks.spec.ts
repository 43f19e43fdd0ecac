import { addressNumbers, type AddressNumbers } from '@app/contracts';
import { networkNumber, networkText } from './networks.js';

const of = (text: string) => networkNumber(addressNumbers(text) as AddressNumbers);

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['0.0.1.255', '0.0.1.0/24'],
  ['255.255.255.255', '255.255.255.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/48'],
  ['fe80:ffff:ffff::', 'fe80:ffff:ffff::/48'],
])('the network of %s is %s', (address, network) => {
  expect(networkText(of(address))).toBe(network);
  expect(of(address)).toBeLessThan(2 ** 48);
});
