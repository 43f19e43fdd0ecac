const UNITS: [seconds: number, name: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** A time from a request to its arrival here: `31.4 s`, `3.0 d`; a dash without any entry. */
export function lagInWords(seconds: number | null): string {
  if (seconds === null) return '–';
  const [size, name] = UNITS.find(([size]) => seconds >= 2 * size) ?? [1, 's'];
  return `${(seconds / size).toFixed(1)} ${name}`;
}
