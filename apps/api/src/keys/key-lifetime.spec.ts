import { obstacleToRotation, outlives } from './key-lifetime.js';

const early = new Date('2026-11-20T12:00:00Z');
const late = new Date('2026-11-21T12:00:00Z');

it.each<[Date | null, Date | null, boolean]>([
  [null, null, false],
  [early, null, false],
  [null, early, true],
  [late, early, true],
  [early, late, false],
  [early, new Date(early), false],
])('a key that ends at %p outlives one that ends at %p: %p', (end, other, expected) => {
  expect(outlives(end, other)).toBe(expected);
});

describe('A key is rotated', () => {
  const key = { revoked_at: null, expires_at: null, replaced_by: null };

  it('while it works', () => {
    expect(obstacleToRotation(key, early)).toBeUndefined();
    expect(obstacleToRotation({ ...key, expires_at: late }, early)).toBeUndefined();
  });

  it('but not when it has expired or was revoked', () => {
    expect(obstacleToRotation({ ...key, revoked_at: early }, late)).toContain('has expired');
    expect(obstacleToRotation({ ...key, expires_at: early }, early)).toContain('has expired');
  });

  it('but not twice: the message names its successor, even after the key has expired', () => {
    const rotated = { ...key, replaced_by: 'key_2', expires_at: early };
    expect(obstacleToRotation(rotated, late)).toContain('key_2');
  });
});
