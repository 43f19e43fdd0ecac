/** Returns the bucket that a key leads to, or undefined when it leads nowhere. */
export function bucketAfter(
  key: string,
  at: number | undefined,
  count: number,
): number | undefined {
  const last = count - 1;
  const earlier = at === undefined ? last : at - 1;
  const later = at === undefined ? 0 : at + 1;
  const places: Record<string, number> = {
    ArrowLeft: earlier,
    ArrowDown: earlier,
    ArrowRight: later,
    ArrowUp: later,
    PageUp: (at ?? last) - 7,
    PageDown: (at ?? 0) + 7,
    Home: 0,
    End: last,
  };
  const index = places[key];
  return index === undefined ? undefined : Math.min(last, Math.max(0, index));
}
