import { texts } from '../../texts/texts.js';

const DAY = 86_400;
const UNITS: [seconds: number, name: string][] = [
  [3_600, 'h'],
  [60, 'min'],
];

/** An older log is no delay of its sender: somebody imported it. */
export const IMPORTED_FROM = 2 * DAY;

/** A time from a request to its arrival here: `31.4 s`, `896 days`; a dash without any entry. */
export function lagInWords(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds >= IMPORTED_FROM) return texts.feeds.days(Math.round(seconds / DAY));
  const [size, name] = UNITS.find(([size]) => seconds >= 2 * size) ?? [1, 's'];
  return `${(seconds / size).toFixed(1)} ${name}`;
}
