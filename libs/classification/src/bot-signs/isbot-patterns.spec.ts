import { ISBOT_PATTERN, STALE_EXCEPTIONS } from './isbot-patterns.js';

describe('patterns of isbot', () => {
  it('contain every pattern that we leave out', () => {
    expect(STALE_EXCEPTIONS).toEqual([]);
  });

  it('are kept otherwise', () => {
    expect(ISBOT_PATTERN.test('SomeCrawler')).toBe(true);
    expect(ISBOT_PATTERN.test('QQDownload 691')).toBe(false);
  });
});
