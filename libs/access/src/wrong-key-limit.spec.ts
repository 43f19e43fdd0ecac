import { WrongKeyLimit } from './wrong-key-limit.js';

afterEach(() => jest.useRealTimers());

it('blocks an address after as many failures as it may have in a minute', async () => {
  const limit = new WrongKeyLimit(3);
  for (let i = 0; i < 3; i++) {
    expect(await limit.secondsBlocked('192.0.2.1')).toBe(0);
    await limit.recordFailure('192.0.2.1');
  }
  const seconds = await limit.secondsBlocked('192.0.2.1');
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await limit.secondsBlocked('192.0.2.2')).toBe(0);
});

it('forgets failures after a minute', async () => {
  jest.useFakeTimers();
  const limit = new WrongKeyLimit(1);
  await limit.recordFailure('192.0.2.1');
  jest.advanceTimersByTime(59_999);
  expect(await limit.secondsBlocked('192.0.2.1')).toBe(1);
  jest.advanceTimersByTime(1);
  expect(await limit.secondsBlocked('192.0.2.1')).toBe(0);
});
