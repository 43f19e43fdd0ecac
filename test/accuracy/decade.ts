/**
 * When versions of the common browsers appeared: a browser is of the first decade whose limit its
 * version does not reach. Chrome 4 and Firefox 3.6 are of January 2010, Chrome 80 of February 2020,
 * Firefox 72 of January 2020, Opera 10.5 of March 2010.
 */
const CLOCKS: readonly (readonly [
  version: RegExp,
  nineties: number,
  noughties: number,
  tens: number,
])[] = [
  [/\b(?:Chrome|Chromium|CriOS)\/(\d+)/, 0, 4, 80],
  [/\b(?:Firefox|FxiOS)\/(\d+(?:\.\d)?)/, 0, 3.6, 72],
  [/\b(?:iPhone )?OS (\d+)_\d/, 0, 4, 14],
  [/\bVersion\/(\d+(?:\.\d+)?).* Safari\//, 0, 5, 14],
  [/\bAndroid (\d+(?:\.\d)?)/, 0, 2.1, 11],
  [/\bMSIE (\d+)/, 6, 9, 99],
  [/\bTrident\/(\d+)/, 0, 0, 99],
  [/^Opera\/9\.80 .*\bVersion\/(\d+(?:\.\d+)?)/, 0, 10.5, 99],
  [/\bOpera[ /](\d+(?:\.\d+)?)/, 4, 10.5, 99],
  [/\bGecko\/(19\d\d|20\d\d)(?!0101\b)\d{4}/, 2000, 2010, 2020],
  [/\brv:(\d+\.\d)/, 0, 1.92, 72],
  [/^Mozilla\/([1-4]\.\d)(?!.*compatible)/, 4.6, 5, 5],
  [/\b(?:MIDP|CLDC)-?([12])/, 0, 9, 9],
];

/** Tells of which decade a browser is: `1990s` to `2020s`, or `undated`. */
export function decadeOf(userAgent: string): string {
  for (const [version, nineties, noughties, tens] of CLOCKS) {
    const found = version.exec(userAgent)?.[1];
    if (found === undefined) continue;
    const number = Number(found);
    if (number < nineties) return '1990s';
    if (number < noughties) return '2000s';
    return number < tens ? '2010s' : '2020s';
  }
  return 'undated';
}
