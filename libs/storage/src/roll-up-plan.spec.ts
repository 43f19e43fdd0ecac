import { advance, floorTo, horizon, nextBucket, type Unit, windowsOver } from './roll-up-plan.js';

const at = (iso: string) => Date.parse(iso);
const text = (windows: { from: number | null; to: number }[]) =>
  windows.map(
    ({ from, to }) => `${new Date(from ?? NaN).toISOString()}/${new Date(to).toISOString()}`,
  );

const NOW = at('2026-11-20T13:07:30Z'); // a Friday

describe('buckets', () => {
  it.each<[Unit, string, string]>([
    ['minute', '2026-11-20T13:07:00Z', '2026-11-20T13:08:00Z'],
    ['hour', '2026-11-20T13:00:00Z', '2026-11-20T14:00:00Z'],
    ['day', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['week', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['month', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  ])('a %s starts at %s and ends at %s', (unit, start, end) => {
    expect(floorTo(unit, NOW)).toBe(at(start));
    expect(nextBucket(unit, floorTo(unit, NOW))).toBe(at(end));
    expect(floorTo(unit, at(start))).toBe(at(start));
  });

  it('weeks start on Mondays before their origin too', () => {
    expect(floorTo('week', at('1999-12-31T12:00:00Z'))).toBe(at('1999-12-27T00:00:00Z'));
  });
});

describe('the horizon', () => {
  it('leaves out buckets that are still filling, and those that just ended', () => {
    expect(horizon('minute', NOW)).toBe(at('2026-11-20T13:06:00Z'));
    expect(horizon('day', at('2026-11-20T00:00:30Z'))).toBe(at('2026-11-19T00:00:00Z'));
  });
});

describe('advance', () => {
  it('starts where nothing is materialised yet with everything', () => {
    expect(advance('hour', null, NOW)).toEqual({ from: null, to: at('2026-11-20T13:00:00Z') });
  });

  it('goes from the watermark to the horizon, so that no gap is left behind', () => {
    const watermark = at('2026-11-18T00:00:00Z');
    expect(advance('day', watermark, NOW)).toEqual({
      from: watermark,
      to: at('2026-11-20T00:00:00Z'),
    });
  });

  it('does nothing at the horizon, and never goes back', () => {
    expect(advance('day', at('2026-11-20T00:00:00Z'), NOW)).toBeUndefined();
    expect(advance('day', at('2026-11-21T00:00:00Z'), NOW)).toBeUndefined();
  });
});

describe('windowsOver', () => {
  const times = ['2026-11-20T10:00:10Z', '2026-11-20T10:01:59Z', '2026-11-20T12:30:00Z'].map(at);

  it('covers the touched buckets only, neighbours joined', () => {
    expect(text(windowsOver(times, 'minute', NOW, 100))).toEqual([
      '2026-11-20T10:00:00.000Z/2026-11-20T10:02:00.000Z',
      '2026-11-20T12:30:00.000Z/2026-11-20T12:31:00.000Z',
    ]);
    expect(text(windowsOver(times, 'hour', NOW, 100))).toEqual([
      '2026-11-20T10:00:00.000Z/2026-11-20T11:00:00.000Z',
      '2026-11-20T12:00:00.000Z/2026-11-20T13:00:00.000Z',
    ]);
  });

  it('leaves out buckets that are not materialised yet', () => {
    expect(windowsOver(times, 'day', NOW, 100)).toEqual([]);
    expect(windowsOver([at('2026-11-20T13:06:30Z')], 'minute', NOW, 100)).toEqual([]);
  });

  it('never reaches past the horizon, even where it is widened', () => {
    const scattered = Array.from({ length: 60 }, (_, i) => NOW - (i * 2 + 3) * 60_000);
    const windows = windowsOver(scattered, 'minute', NOW, 10);
    expect(windows.length).toBeLessThanOrEqual(10);
    expect(windows.at(-1)?.to).toBe(at('2026-11-20T13:06:00Z'));
    for (const time of scattered) {
      expect(windows.some(({ from, to }) => time >= (from ?? 0) && time < to)).toBe(true);
    }
  });

  it('widens to a day and no further', () => {
    const days = Array.from({ length: 40 }, (_, i) => NOW - (i + 2) * 2 * 86_400_000);
    expect(windowsOver(days, 'minute', NOW, 10)).toHaveLength(40);
    const [first] = windowsOver(days, 'minute', NOW, 10);
    expect((first?.to ?? 0) - (first?.from ?? 0)).toBe(86_400_000);
  });

  it('is empty for no times', () => {
    expect(windowsOver([], 'minute', NOW, 10)).toEqual([]);
  });
});
