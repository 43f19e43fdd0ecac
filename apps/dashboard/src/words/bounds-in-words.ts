import type { Bounds } from '../address/bounds.js';
import { texts } from '../texts/texts.js';
import { spanInWords } from './dates.js';

/** Days that are shown, in words: `1 – 30 Nov 2026`, `all days until 12 Nov 2026`. */
export function boundsInWords({ from, to }: Bounds): string {
  const { allDays, allDaysFrom, allDaysUntil } = texts.words;
  const day = (date: string) => spanInWords({ start: date, end: date });
  if (from === null) return to === null ? allDays : allDaysUntil(day(to));
  return to === null ? allDaysFrom(day(from)) : spanInWords({ start: from, end: to });
}
