/** The marks of an axis from zero: round numbers, the last one not below the maximum. */
export function marksOf(maximum: number, count = 4): number[] {
  if (maximum <= 0) return [0, 1];
  const rough = maximum / count;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  // Counts are whole numbers, so a mark between two of them would say nothing.
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((one) => one >= rough) ?? rough,
  );
  const whole = Number.isInteger(step) ? step : Math.ceil(step);
  const marks = [0];
  while ((marks.at(-1) as number) < maximum) marks.push(marks.length * whole);
  return marks;
}

/** One part of a bar: from and to are the sums below and above it. */
export interface Part {
  from: number;
  to: number;
}

/** Puts series on top of each other. Returns the parts of each series, aligned with its values. */
export function stacked(series: readonly (readonly number[])[]): Part[][] {
  const sums: number[] = [];
  return series.map((values) =>
    values.map((value, index) => {
      const from = sums[index] ?? 0;
      const to = from + value;
      sums[index] = to;
      return { from, to };
    }),
  );
}

/** Rounded to a tenth of a pixel: more would only make the document longer. */
const pixel = (value: number): number => Math.round(value * 10) / 10;

/** Where things are in a chart with this many buckets. All lengths are pixels. */
export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
  count: number;
  maximum: number;
}

export const slotWidth = ({ width, count }: Plot): number => width / Math.max(1, count);
export const slotStart = (plot: Plot, index: number): number =>
  pixel(plot.left + slotWidth(plot) * index);
export const slotMiddle = (plot: Plot, index: number): number =>
  pixel(plot.left + slotWidth(plot) * (index + 0.5));
export const heightAt = (plot: Plot, value: number): number =>
  pixel(plot.top + plot.height * (1 - value / plot.maximum));

/** Returns the bucket at a distance from the left edge of the chart. */
export function indexAt(plot: Plot, x: number): number {
  const index = Math.floor((x - plot.left) / slotWidth(plot));
  return Math.min(plot.count - 1, Math.max(0, index));
}

/** The path of a bar's part, with round corners when it is the top of its bar. */
export function barPath(plot: Plot, index: number, part: Part, isTop: boolean): string {
  const gap = Math.min(6, slotWidth(plot) * 0.22);
  const left = pixel(slotStart(plot, index) + gap / 2);
  const width = pixel(Math.max(1, slotWidth(plot) - gap));
  const bottom = heightAt(plot, part.from);
  const top = heightAt(plot, part.to);
  const radius = isTop ? pixel(Math.min(3, width / 2, bottom - top)) : 0;
  if (radius <= 0) return `M${left} ${bottom}V${top}h${width}V${bottom}z`;
  const inner = pixel(width - 2 * radius);
  return `M${left} ${bottom}V${pixel(top + radius)}q0 ${-radius} ${radius} ${-radius}h${inner}q${radius} 0 ${radius} ${radius}V${bottom}z`;
}

/** The path of a line through the middles of the buckets. */
export function linePath(plot: Plot, values: readonly number[]): string {
  return values
    .map(
      (value, index) => `${index ? 'L' : 'M'}${slotMiddle(plot, index)} ${heightAt(plot, value)}`,
    )
    .join('');
}

/** The path of a flag above each of these buckets, with its pole down to the axis. */
export function flagsPath(plot: Plot, at: readonly { index: number }[]): string {
  const { top, height } = plot;
  return [...new Set(at.map(({ index }) => slotMiddle(plot, index)))]
    .map((x) => `M${x} ${top + height}V${top}l-5 -9h10l-5 9`)
    .join('');
}

/** Returns the buckets whose names fit below the axis: every nth, evenly. */
export function namedBuckets(plot: Plot, namePixels = 64): number[] {
  const most = Math.max(2, Math.floor(plot.width / namePixels));
  const every = Math.ceil(plot.count / most);
  return Array.from({ length: Math.ceil(plot.count / every) }, (_, index) => index * every);
}
