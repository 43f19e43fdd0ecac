import { answers } from './answers.js';

describe('whether a store answers', () => {
  it.each([
    ['one that does', () => Promise.resolve(1), true],
    ['one that refuses', () => Promise.reject(new Error('away')), false],
    ['one that stays silent', () => new Promise(() => undefined), false],
  ])('%s', async (_, work, expected) => {
    expect(await answers(work())).toBe(expected);
  });
});
