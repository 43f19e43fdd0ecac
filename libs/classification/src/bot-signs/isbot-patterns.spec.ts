import { ISBOT_PATTERN, STALE_EXCEPTIONS } from './isbot-patterns.js';

describe('patterns of isbot', () => {
  it('has every pattern that is left out', () => {
    expect(STALE_EXCEPTIONS).toEqual([]);
  });

  it('keeps the others', () => {
    expect(ISBOT_PATTERN.test('SomeCrawler')).toBe(true);
    expect(ISBOT_PATTERN.test('QQDownload 691')).toBe(false);
  });
});
