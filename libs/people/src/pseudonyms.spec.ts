import { createCipheriv, createHash, createSecretKey } from 'node:crypto';
import type { AddressNumbers } from '@app/contracts';
import { pseudonymsWith } from './pseudonyms.js';

const keyBytes = (name: string) => createHash('sha256').update(name).digest();
const pseudonymsOf = (name: string) => pseudonymsWith(createSecretKey(keyBytes(name)));
const ours = pseudonymsOf('ours');
const WEBSITE = 7;
const AGENT = -123_456_789;
const IPV4 = 0xc0000211;
/** 2001:db8:1:2::3 */
const IPV6: AddressNumbers = [0x20010db8, 0x00010002, 0, 3];

const addressOf = (address: AddressNumbers, website = WEBSITE, by = ours) =>
  by.ofAddresses([address], [website])[0] as number;
const visitorOf = (address: number, agent = AGENT, by = ours) =>
  by.ofVisitors([address], [agent])[0] as number;

/** What a visitor's block of four words becomes, by AES alone: the first 48 bits. */
function encrypted(half: 'addresses' | 'visitors', words: string): number {
  const block = Buffer.from(words.replaceAll(' ', ''), 'hex').swap32();
  const key = keyBytes('ours').subarray(...(half === 'addresses' ? [0, 16] : [16, 32]));
  const cipher = createCipheriv('aes-128-ecb', key, null);
  return cipher.update(block).readUIntLE(0, 6);
}

describe('the pseudonym of an address', () => {
  it('is the begin of what AES makes of its website and its numbers', () => {
    expect(addressOf(IPV4)).toBe(encrypted('addresses', '00000007 00000004 c0000211 00000000'));
    expect(addressOf(IPV6)).toBe(encrypted('addresses', '00000007 00000006 20010db8 00010002'));
  });

  it('is the same for the same website, address and key, alone and among others', () => {
    expect(addressOf(IPV4)).toBe(addressOf(IPV4));
    expect(addressOf(IPV4, WEBSITE, pseudonymsOf('ours'))).toBe(addressOf(IPV4));
    const all = ours.ofAddresses([1, IPV6, IPV4, IPV4], [1, WEBSITE, WEBSITE, 8]);
    expect([...all]).toEqual([
      addressOf(1, 1),
      addressOf(IPV6),
      addressOf(IPV4),
      addressOf(IPV4, 8),
    ]);
  });

  it('is another one on another website, for another address and with another key', () => {
    // The last one has the bytes of the IPv4 address, as a network of IPv6.
    const others = [
      ...[
        addressOf(IPV4, 8),
        addressOf(IPV4 + 1),
        addressOf(IPV4, WEBSITE, pseudonymsOf('theirs')),
      ],
      ...[addressOf(IPV6), addressOf([IPV4, 0, 0, 0])],
    ];
    expect(new Set([addressOf(IPV4), ...others]).size).toBe(6);
  });

  it('is the same for all addresses of an IPv6 network of 64 bits, and of no other', () => {
    expect(addressOf([0x20010db8, 0x00010002, 0xffffffff, 0xffffffff])).toBe(addressOf(IPV6));
    expect(addressOf([0x20010db8, 0x00010003, 0, 3])).not.toBe(addressOf(IPV6));
    expect(addressOf([0x20010db9, 0x00010002, 0, 3])).not.toBe(addressOf(IPV6));
  });

  it('knows the largest numbers', () => {
    const all = 0xffffffff;
    const largest = addressOf([all, all, all, all], 2 ** 31 - 1);
    expect(largest).toBe(encrypted('addresses', '7fffffff 00000006 ffffffff ffffffff'));
  });
});

describe('the pseudonym of a visitor', () => {
  it('is the begin of what AES makes of an address and an agent, with the other half of the key', () => {
    const address = addressOf(IPV4);
    const low = (address % 2 ** 32).toString(16).padStart(8, '0');
    const high = Math.floor(address / 2 ** 32)
      .toString(16)
      .padStart(8, '0');
    expect(visitorOf(address)).toBe(encrypted('visitors', `${low} ${high} f8a432eb 00000000`));
  });

  it('is the same for the same address and agent, and another one for others', () => {
    expect(visitorOf(5)).toBe(visitorOf(5));
    const others = [visitorOf(6), visitorOf(5, AGENT + 1), visitorOf(5, AGENT, pseudonymsOf('x'))];
    expect(new Set([visitorOf(5), ...others, 5]).size).toBe(5);
    expect([...ours.ofVisitors([6, 5], [AGENT, AGENT])]).toEqual([visitorOf(6), visitorOf(5)]);
  });
});

describe('pseudonyms', () => {
  it('are whole numbers below 2^48 that use all of this room', () => {
    const numbers = Array.from({ length: 2_000 }, (_, at) => at);
    const addresses = ours.ofAddresses(numbers, numbers);
    for (const some of [addresses, ours.ofVisitors(addresses, numbers)]) {
      expect(some.every((one) => Number.isInteger(one) && one >= 0 && one < 2 ** 48)).toBe(true);
      expect(new Set(some).size).toBe(2_000);
      expect(some.filter((one) => one >= 2 ** 47).length).toBeGreaterThan(800);
      expect(some.filter((one) => one < 2 ** 47).length).toBeGreaterThan(800);
    }
  });

  it('are none for nobody', () => {
    expect(ours.ofAddresses([], [])).toHaveLength(0);
    expect(ours.ofVisitors([], [])).toHaveLength(0);
  });

  it.each([0, 16, 31, 33])('are not made with a key of %s bytes', (length) => {
    const key = () => pseudonymsWith(createSecretKey(Buffer.alloc(length, 1)));
    expect(key).toThrow('A key of visitors has 32 bytes');
  });
});
