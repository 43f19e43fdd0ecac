import { waitOf } from './api-client.js';
import { waitVisible } from './wait-visible.js';

describe('waitVisible', () => {
  it('waits as long as the count moves', async () => {
    const counts = [0, 1, 1, 2, 3];
    const seen: number[] = [];
    await waitVisible({
      visible: async () => counts.shift() ?? 3,
      wanted: 3,
      onProgress: (visible) => seen.push(visible),
      everyMs: 1,
    });
    expect(seen).toEqual([0, 1, 1, 2, 3]);
  });

  it('gives up when the count stands still', async () => {
    const waiting = waitVisible({
      visible: async () => 1999,
      wanted: 2000,
      onProgress: () => undefined,
      patienceMs: 5,
      everyMs: 1,
    });
    await expect(waiting).rejects.toThrow('The reports show 1,999 of 2,000 accepted entries');
  });
});

describe('waitOf', () => {
  it.each([
    ['2', 2000],
    ['0', 100],
    [null, 1000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 1000],
    ['9999', 60_000],
  ])('takes Retry-After %p as %i ms', (header, expected) => {
    expect(waitOf(header)).toBe(expected);
  });
});
