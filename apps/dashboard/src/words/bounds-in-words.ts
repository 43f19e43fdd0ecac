import { spanInWords } from './dates.js';
import type { Bounds } from '../address/bounds.js';

/** Days that are shown, in words: `1 – 30 Nov 2026`, `all days until 12 Nov 2026`. */
export function boundsInWords({ from, to }: Bounds): string {
  const day = (date: string) => spanInWords({ start: date, end: date });
  if (from === null) return to === null ? 'all days' : `all days until ${day(to)}`;
  return to === null ? `all days from ${day(from)} on` : spanInWords({ start: from, end: to });
}
