const WIDTH = 96;
const HEIGHT = 26;

/** A small line without axes. Its numbers stand beside it and in a table, so it is decoration. */
export function Sparkline({ values, tone }: { values: readonly number[]; tone: string }) {
  const maximum = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) =>
      `${(index * step).toFixed(1)} ${(HEIGHT - 2 - (value / maximum) * (HEIGHT - 5)).toFixed(1)}`,
  );
  const line =
    points.length === 1 ? `M0 ${points[0]?.split(' ')[1]}H${WIDTH}` : `M${points.join('L')}`;
  return (
    <svg
      class={`sparkline tone-${tone}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="area" d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}z`} />
      <path class="line" d={line} />
    </svg>
  );
}
