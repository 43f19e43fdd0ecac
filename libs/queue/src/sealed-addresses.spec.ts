import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { addressNumbers, addressTexts, packAddresses, storedAddress } from '@app/contracts';
import { someAddresses } from '@app/testing';
import { cutAddresses, type CutStorage, fullAddresses } from './cut-addresses.js';
import { addressKeyOf, openAddresses, sealAddresses } from './sealed-addresses.js';

const aKey = () => ({
  id: randomBytes(8).toString('hex'),
  secret: createSecretKey(randomBytes(32)),
});
const KEY = aKey();
const STORAGES: CutStorage[] = ['truncated', 'none'];
const ODD = [
  null,
  '0.0.0.0',
  '255.255.255.255',
  '192.0.2.7',
  '::',
  '::1',
  '1::',
  '2001:db8::',
  '2001:db8::9',
  '2001:db8:7:17::e5',
  '2001:db8:0:1:2:3:4:5',
  '1:2:3:4:5:6:7:8',
  '1::8',
  '1:2:3:4:5:6::',
  '::3:4:5:6:7:8',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fe80::a:b:c:d',
];

/** Returns these addresses cut, and what was cut off. */
function cut(addresses: (string | null)[], storage: CutStorage) {
  const stored = packAddresses(addresses);
  const cutOff = cutAddresses(stored, storage);
  return { cutOff, stored };
}

describe.each(STORAGES)('what is cut off addresses with %s', (storage) => {
  it('gives the full addresses back, whatever they are', () => {
    for (const addresses of [ODD, [], ...Array.from({ length: 200 }, () => someAddresses(50))]) {
      const { stored, cutOff } = cut(addresses, storage);
      expect(addressTexts(stored)).toEqual(
        addresses.map((address) => storedAddress(address, storage)),
      );
      const everyPlace = addresses.map((_, place) => place);
      expect(fullAddresses(cutOff, stored, everyPlace)).toEqual(addresses.map(addressNumbers));
    }
  });

  it('gives back those of some entries only', () => {
    const { stored, cutOff } = cut(ODD, storage);
    for (const places of [[0], [16], [3, 5, 9], [2, 15]])
      expect(fullAddresses(cutOff, stored, places)).toEqual(
        places.map((place) => addressNumbers(ODD[place] ?? null)),
      );
  });

  it('fits no other entries', () => {
    const { stored, cutOff } = cut(['192.0.2.1', '192.0.2.2'], storage);
    expect(fullAddresses(cutOff.subarray(0, -1), stored, [0, 1])).toBeUndefined();
    expect(fullAddresses(Buffer.of(9), stored, [0])).toBeUndefined();
    expect(fullAddresses(Buffer.alloc(0), stored, [0])).toBeUndefined();
  });
});

it('needs a byte for each IPv4 address, and ten for IPv6, when networks are stored', () => {
  const sizeOf = (ip: string | null) => cut(Array(100).fill(ip), 'truncated').cutOff.length;
  expect([null, '192.0.2.1', '2001:db8::1'].map(sizeOf)).toEqual([1, 101, 1_001]);
});

describe('a sealed part', () => {
  const batchId = randomUUID();
  const cutOff = randomBytes(500);
  const sealed = sealAddresses(cutOff, batchId, KEY);

  it('is opened with its key for its batch', () => {
    expect(addressKeyOf(sealed)).toBe(KEY.id);
    expect(openAddresses(sealed, batchId, KEY.secret)).toEqual(cutOff);
  });

  it('shows nothing of what is in it, and never looks the same twice', () => {
    const many = Array.from({ length: 600 }, () => sealAddresses(cutOff, batchId, KEY));
    expect(new Set(many.map((one) => one.slice(12, 28))).size).toBe(600);
    expect(new Set(many.map((one) => one.slice(50))).size).toBe(600);
    for (const one of many)
      expect(Buffer.from(one, 'base64').includes(cutOff.subarray(0, 4))).toBe(false);
  });

  it('is opened with no other key, and for no other batch', () => {
    expect(openAddresses(sealed, batchId, aKey().secret)).toBeUndefined();
    expect(openAddresses(sealed, randomUUID(), KEY.secret)).toBeUndefined();
  });

  it('is not opened when one bit was changed, or its end is missing', () => {
    const whole = Buffer.from(sealAddresses(Buffer.from([1, 7]), batchId, KEY), 'base64');
    // Version and id of the key only say which key is tried.
    for (let at = 9; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1;
      const text = changed.toString('base64');
      expect([at, openAddresses(text, batchId, KEY.secret)]).toEqual([at, undefined]);
      const short = whole.subarray(0, at).toString('base64');
      expect([at, openAddresses(short, batchId, KEY.secret)]).toEqual([at, undefined]);
    }
  });

  it('of another form names no key', () => {
    for (const text of ['', 'AQ==', 'not base64!', Buffer.alloc(60, 2).toString('base64')])
      expect(addressKeyOf(text)).toBeUndefined();
  });
});
