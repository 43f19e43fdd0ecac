/** A group of visits over time; the one without a name is the rest. */
export interface Group {
  name: string | null;
  visits: number;
  series: readonly number[];
}

/** Returns the first groups, which are the largest, and adds all others up as the rest. */
export function largestGroups(groups: readonly Group[], count: number): Group[] {
  const named = groups.filter(({ name }) => name !== null);
  const shown = named.slice(0, count);
  const others = [...named.slice(count), ...groups.filter(({ name }) => name === null)];
  const [first] = others;
  if (!first) return shown;
  return [
    ...shown,
    {
      name: null,
      visits: others.reduce((sum, { visits }) => sum + visits, 0),
      series: first.series.map((_, at) =>
        others.reduce((sum, { series }) => sum + (series[at] ?? 0), 0),
      ),
    },
  ];
}
