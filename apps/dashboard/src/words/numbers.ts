import { LOCALE } from '../texts/locale.js';
import { inFull } from '../texts/plural.js';

export { inFull };

const short = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const roundShare = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });

/** `12.3K` from ten thousand on, for places where an exact number would be too long. */
export const inShort = (count: number): string =>
  count < 10_000 ? inFull(count) : short.format(count);

/** `123,456`, and `1.2M` from a million on: as exact as a large figure has room for. */
export const inFigure = (count: number): string =>
  count < 1_000_000 ? inFull(count) : short.format(count);

/** Part of a whole: `4.2%`; a whole of nothing has no parts. */
export function partOf(part: number, all: number): string {
  if (all === 0) return '–';
  const value = part / all;
  if (part > 0 && value < 0.001) return `< ${share.format(0.001)}`;
  return (value < 0.1 ? share : roundShare).format(value);
}
