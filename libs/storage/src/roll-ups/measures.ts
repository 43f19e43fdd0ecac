/** What is counted of the visits of a row, and how it is added up. */
export interface Measure {
  /** Type of its column. */
  type: string;
  /** Its value over raw visits, as SQL. */
  raw: string;
  /** Its value over several rows of counts. */
  total: 'sum' | 'min' | 'max';
  /**
   * True when it is null for none. While there is none it takes no room in the row, and sums ignore
   * null.
   */
  isNullable: boolean;
}

const count = (raw: string): Measure => ({ type: 'bigint', raw, total: 'sum', isNullable: false });

/** A count by verdict. While nothing is checked there is none. */
const verdict = (code: number): Measure => ({
  type: 'bigint',
  raw: `nullif(count(*) FILTER (WHERE v.verification = ${code}), 0)`,
  total: 'sum',
  isNullable: true,
});

const moment = (total: 'min' | 'max'): Measure => ({
  type: 'timestamptz(3)',
  raw: `${total}(v.time)`,
  total,
  isNullable: false,
});

/** Everything that roll-ups count, by the names of its columns. */
export const MEASURES = {
  visits: count('count(*)'),
  error_visits: count('count(*) FILTER (WHERE v.status_code >= 400)'),
  verified_visits: verdict(1),
  spoofed_visits: verdict(2),
  unverifiable_visits: verdict(3),
  first_seen: moment('min'),
  last_seen: moment('max'),
} as const satisfies Record<string, Measure>;
export type MeasureName = keyof typeof MEASURES;

/** The counts by verdict. */
export const VERDICTS = ['verified_visits', 'spoofed_visits', 'unverifiable_visits'] as const;

/** Returns a measure over rows of counts. A sum of bigint is numeric, so it is cast. */
export function totalOf(name: MeasureName): string {
  const { total } = MEASURES[name];
  return total === 'sum' ? `sum(${name})::bigint AS ${name}` : `${total}(${name}) AS ${name}`;
}

/** Returns what adds a counted row to the one that is there, known as `t`. */
export function added(name: MeasureName): string {
  const { total, isNullable } = MEASURES[name];
  if (total === 'min') return `${name} = least(t.${name}, excluded.${name})`;
  if (total === 'max') return `${name} = greatest(t.${name}, excluded.${name})`;
  return isNullable
    ? `${name} = plus(t.${name}, excluded.${name})`
    : `${name} = t.${name} + excluded.${name}`;
}
