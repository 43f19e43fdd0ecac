/** The tab of two websites. With their identifiers, such as `ws_a,ws_b`, it says which. */
export const SIDE_BY_SIDE = 'both';

interface Counted {
  id: string;
  total_visits: number;
}

/** Returns the tab that shows two websites. */
export const tabOfPair = (one: string, other: string): string => `${one},${other}`;

/**
 * Returns the two websites that a tab names, or in the place of what it does not name or nobody has,
 * those with the most visits; undefined where there are no two.
 */
export function pairOf<Website extends Counted>(
  tab: string | undefined,
  websites: readonly Website[],
): readonly [Website, Website] | undefined {
  const [first, second] = (tab ?? '').split(',').map((id) => websites.find((own) => own.id === id));
  const others = websites
    .filter((own) => own !== first && own !== second)
    .sort((a, b) => b.total_visits - a.total_visits);
  const one = first ?? others.shift();
  const other = second === one ? others.shift() : (second ?? others.shift());
  return one && other && [one, other];
}
