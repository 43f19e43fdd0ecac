// The order of rows where builds that answer the same do not share one. Pure.

/** The routes that return visits one by one. */
export const VISITS = /^(listVisits|exportVisits)$/;
/** Lists whose order is that of the minutes in which alerts were judged. */
const IN_ANY_ORDER = /^(listEvents|listWebsiteEvents|listWebhookDeliveries|list_events)$/;
/**
 * Reports with samples of pages, those with the most visits first, and how many samples there are
 * where there are more than are shown. Assistants get two of a bot beside others.
 */
const SAMPLES: Readonly<Record<string, readonly number[]>> = { getRobots: [5], get_robots: [5, 2] };

/** Sorts the rows of an answer that are in no order, or in one that each build numbers by itself. */
export function inSharedOrder(body: unknown, route: string, isCut: boolean): unknown {
  if (IN_ANY_ORDER.test(route)) return withLists(body, sorted);
  if (VISITS.test(route)) return withLists(body, (rows) => sortTies(rows, 'timestamp', isCut));
  const cutAt = SAMPLES[route];
  return cutAt ? withSamples(body, cutAt) : body;
}

/** Sorts rows, whatever they are. */
export const sorted = (rows: readonly unknown[]): unknown[] =>
  rows
    .map((row) => JSON.stringify(row))
    .sort()
    .map((text) => JSON.parse(text) as unknown);

/**
 * Sorts rows beside each other with the same value of a field. The API promises the order of that
 * field, and beyond it goes by numbers that each build gives by itself: of visits of the same
 * millisecond, and of pages.
 *
 * @param isCut true when there are more rows than these: of the last value, any may be missing
 */
export function sortTies(rows: readonly unknown[], field: string, isCut: boolean): unknown[] {
  const valueOf = (row: unknown) => (row as Record<string, unknown>)[field];
  const last = valueOf(rows.at(-1) ?? {});
  const groups: unknown[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && valueOf(group[0]) === valueOf(row)) group.push(row);
    else groups.push([row]);
  }
  return groups.flatMap((group) => {
    if (isCut && valueOf(group[0]) === last) return group.map(() => ({ [field]: last }));
    return group.length === 1 ? group : sorted(group);
  });
}

type Order = (rows: readonly unknown[]) => unknown[];

/** Orders a list, or the lists of an answer. */
function withLists(body: unknown, order: Order): unknown {
  if (Array.isArray(body)) return order(body);
  return mapFields(body, (value, name) => {
    if (Array.isArray(value)) return order(value);
    return name === 'data' ? withLists(value, order) : value;
  });
}

function withSamples(body: unknown, cutAt: readonly number[]): unknown {
  if (Array.isArray(body)) return body.map((one) => withSamples(one, cutAt));
  return mapFields(body, (value, name) =>
    name === 'samples' && Array.isArray(value)
      ? sortTies(value, 'visits', cutAt.includes(value.length))
      : withSamples(value, cutAt),
  );
}

function mapFields(body: unknown, map: (value: unknown, name: string) => unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, map(value, name)]));
}
