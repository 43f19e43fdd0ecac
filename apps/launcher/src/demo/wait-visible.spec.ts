import { waitVisible } from './wait-visible.js';

describe('waitVisible', () => {
  it('waits as long as the count grows', async () => {
    const counts = [0, 1, 1, 2, 3];
    await waitVisible({
      visible: async () => counts.shift() ?? 3,
      wanted: 3,
      say: () => undefined,
      everyMs: 1,
    });
    expect(counts).toEqual([]);
  });

  it('gives up when the count stops growing', async () => {
    const waiting = waitVisible({
      visible: async () => 1999,
      wanted: 2000,
      say: () => undefined,
      patienceMs: 5,
      everyMs: 1,
    });
    await expect(waiting).rejects.toThrow('The reports show 1,999 of 2,000 accepted entries');
  });
});
