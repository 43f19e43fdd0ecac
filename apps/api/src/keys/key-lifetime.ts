/**
 * Tells whether a key that ends at `end` lives longer than one that ends at `other`. Null means
 * that the key never ends.
 */
export function outlives(end: Date | null, other: Date | null): boolean {
  if (other === null) return false;
  return end === null || end.getTime() > other.getTime();
}

/** Tells whether a key works no more. */
export function hasEnded(
  key: { revoked_at: Date | null; expires_at: Date | null },
  now: Date,
): boolean {
  return key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= now);
}

/** Returns why a key cannot be rotated, or undefined when it can. */
export function obstacleToRotation(
  key: { revoked_at: Date | null; expires_at: Date | null; replaced_by: string | null },
  now: Date,
): string | undefined {
  if (key.replaced_by !== null)
    return `This key was rotated to ${key.replaced_by}: rotate that one instead`;
  if (hasEnded(key, now)) return 'This key has expired or was revoked: create a new one instead';
  return undefined;
}
