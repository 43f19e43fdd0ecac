import { addressNumbers } from '@app/contracts';
import { AddressSet } from './address-set.js';
import { isOwnAddress } from './own-address.js';

const EDGES = new AddressSet(['198.51.100.0/24', '2001:db8:e::/48']);

function isOwn(text: string): boolean {
  const address = addressNumbers(text);
  if (address === null) throw new Error(`${text} is no address`);
  return isOwnAddress(address, EDGES);
}

it('is an address of the public internet', () => {
  for (const text of ['192.0.2.7', '198.51.101.7', '2001:db8:1::7'])
    expect([text, isOwn(text)]).toEqual([text, true]);
});

it('is none that many visitors may have', () => {
  for (const text of [
    '10.0.0.7',
    '192.168.1.7',
    '127.0.0.1',
    '100.64.0.7',
    'fd00::7',
    '::1',
    '192.0.2.0',
    '2001:db8:1::',
    '198.51.100.7',
    '2001:db8:e::7',
  ])
    expect([text, isOwn(text)]).toEqual([text, false]);
});
