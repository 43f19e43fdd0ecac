import { AddressLimit } from './address-limit.js';

afterEach(() => jest.useRealTimers());

/** Returns which of a number of events in a row were too many for the address. */
const tooMany = (limit: AddressLimit, address: string, events: number) =>
  Array.from({ length: events }, () => limit.count(address) > 0);

it('tells when an address has used up its events of a minute', () => {
  const limit = new AddressLimit(3);
  expect(tooMany(limit, '192.0.2.1', 5)).toEqual([false, false, false, true, true]);
  expect(limit.count('192.0.2.1')).toBeLessThanOrEqual(60);
  expect(tooMany(limit, '192.0.2.2', 1)).toEqual([false]);
});

it('forgets events a minute after the first of them', () => {
  jest.useFakeTimers();
  const limit = new AddressLimit(1);
  limit.count('192.0.2.1');
  jest.advanceTimersByTime(59_999);
  expect(limit.count('192.0.2.1')).toBe(1);
  jest.advanceTimersByTime(1);
  expect(limit.count('192.0.2.1')).toBe(0);
});

it.each([
  ['an IPv6 network, whatever address of it', '2001:db8:1:2::1', '2001:db8:1:2:ffff::2', true],
  ['two IPv6 networks', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['an IPv4 address in both its forms', '192.0.2.1', '::ffff:192.0.2.1', true],
  ['what is no address', 'x'.repeat(8_000), '<script>', true],
])('counts %s', (_, first, second, together) => {
  const limit = new AddressLimit(1);
  expect(tooMany(limit, first, 1)).toEqual([false]);
  expect(tooMany(limit, second, 1)).toEqual([together]);
});

it('bounds the addresses that it remembers', () => {
  const limit = new AddressLimit(1);
  limit.count('192.0.2.1');
  for (let i = 0; i < 50_000; i++) limit.count(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
  expect(limit.count('192.0.2.1')).toBe(0);
});
