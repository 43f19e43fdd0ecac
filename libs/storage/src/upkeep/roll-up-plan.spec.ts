import { floorTo, type Unit } from '../roll-ups/floor-to.js';
import { advance } from './roll-up-plan.js';

const at = (iso: string) => Date.parse(iso);
const NOW = at('2026-11-20T13:07:30Z'); // a Friday

describe('buckets', () => {
  it.each<[Unit, string]>([
    ['minute', '2026-11-20T13:07:00Z'],
    ['hour', '2026-11-20T13:00:00Z'],
    ['day', '2026-11-20T00:00:00Z'],
    ['week', '2026-11-16T00:00:00Z'],
    ['month', '2026-11-01T00:00:00Z'],
  ])('a %s starts at %s', (unit, start) => {
    expect(floorTo(unit, NOW)).toBe(at(start));
    expect(floorTo(unit, at(start))).toBe(at(start));
  });

  it('weeks also start on Mondays before their origin', () => {
    expect(floorTo('week', at('1999-12-31T12:00:00Z'))).toBe(at('1999-12-27T00:00:00Z'));
  });
});

describe('advance', () => {
  it('goes from the materialised part to the horizon, so that no gap is left behind', () => {
    expect(advance('day', at('2026-11-18T00:00:00Z'), NOW)).toEqual({
      from: at('2026-11-18T00:00:00Z'),
      to: at('2026-11-20T00:00:00Z'),
    });
  });

  it('includes the whole bucket in which counting began', () => {
    expect(advance('hour', at('2026-11-20T11:40:00Z'), NOW)).toEqual({
      from: at('2026-11-20T11:00:00Z'),
      to: at('2026-11-20T13:00:00Z'),
    });
  });

  it('leaves out the bucket that is still filling', () => {
    expect(advance('minute', NOW - 45_000, NOW)?.to).toBe(at('2026-11-20T13:07:00Z'));
    expect(advance('month', at('2026-11-01T00:00:00Z'), NOW)).toBeUndefined();
  });

  it('does nothing at the horizon, and never goes back', () => {
    expect(advance('day', at('2026-11-20T00:00:00Z'), NOW)).toBeUndefined();
    expect(advance('day', at('2026-11-21T00:00:00Z'), NOW)).toBeUndefined();
  });
});
