/** A version of a browser, and when it was released: year and month. */
type Release = readonly [version: number, year: number, month: number];

/** A browser whose agent tells its version. */
interface Browser {
  version: RegExp;
  /** Some releases; those between came at equal distances, and later ones at the last distance. */
  releases: readonly Release[];
  /** How many months longer than others a version is in use: it gets updates, or comes with a device. */
  grace(version: number): number;
}

const YEAR = 12;
/** How many days a month has on average. */
export const DAYS_OF_MONTH = 365.25 / 12;
/** Extended support releases of Firefox: https://whattrainisitnow.com/calendar/ */
const EXTENDED_SUPPORT: ReadonlySet<number> = new Set([
  52, 60, 68, 78, 91, 102, 115, 128, 140, 153,
]);

// https://chromiumdash.appspot.com/schedule
const CHROME: Browser = {
  version: /(?:Chrome|CriOS|Chromium)\/(\d{1,4})/,
  releases: [
    ...([
      [1, 2008, 12],
      [10, 2011, 3],
      [20, 2012, 6],
      [30, 2013, 10],
      [40, 2015, 1],
    ] as const),
    ...([
      [49, 2016, 3],
      [60, 2017, 7],
      [70, 2018, 10],
      [80, 2020, 2],
      [90, 2021, 4],
    ] as const),
    ...([
      [100, 2022, 3],
      [110, 2023, 2],
      [120, 2023, 12],
      [131, 2024, 11],
    ] as const),
    ...([
      [143, 2025, 12],
      [150, 2026, 7],
      [156, 2026, 11],
    ] as const),
  ],
  grace: () => 0,
};
// https://whattrainisitnow.com/calendar/
const FIREFOX: Browser = {
  version: /(?:Firefox|FxiOS)\/(\d{1,4})/,
  releases: [
    ...([
      [3, 2008, 6],
      [4, 2011, 3],
      [10, 2012, 1],
      [27, 2014, 2],
      [40, 2015, 8],
    ] as const),
    ...([
      [50, 2016, 11],
      [60, 2018, 5],
      [72, 2020, 1],
      [90, 2021, 7],
      [100, 2022, 5],
    ] as const),
    ...([
      [115, 2023, 7],
      [128, 2024, 7],
      [140, 2025, 6],
      [150, 2026, 4],
      [157, 2026, 11],
    ] as const),
  ],
  grace: (version) => (EXTENDED_SUPPORT.has(version) ? YEAR : 0),
};
// https://developer.apple.com/documentation/safari-release-notes; it is updated with its system.
const SAFARI: Browser = {
  version: /Version\/(\d{1,4})[.\d]* (?:Mobile\/\S+ )?Safari/,
  releases: [
    ...([
      [3, 2007, 6],
      [5, 2010, 6],
      [7, 2013, 10],
      [9, 2015, 9],
      [10, 2016, 9],
    ] as const),
    ...([
      [11, 2017, 9],
      [12, 2018, 9],
      [13, 2019, 9],
      [14, 2020, 9],
      [15, 2021, 9],
    ] as const),
    ...([
      [16, 2022, 9],
      [17, 2023, 9],
      [18, 2024, 9],
      [26, 2025, 9],
      [27, 2026, 9],
    ] as const),
  ],
  grace: () => YEAR,
};
// The last version of all, 11, came in 2013 and got updates until June 2022.
const INTERNET_EXPLORER_11 = /Trident\/7/;
const INTERNET_EXPLORER = /MSIE|Trident/;
const LAST_INTERNET_EXPLORER = monthsTo(2013, 10);
const END_OF_INTERNET_EXPLORER = monthsTo(2022, 6);
// Loudspeakers, televisions and consoles keep the browser that they came with.
const DEVICE =
  /\b(?:CrKey|SMART-TV|SmartTV|Web0S|webOS\.TV|Tizen|HbbTV|PlayStation|Nintendo|AFT[A-Z])/;
// Android's own browser ended with Android 4.3; it is as old as its device.
const ANDROID_BROWSER = /Android [1-4]\..*Version\/4\.0 (?:Mobile )?Safari/;
const LAST_ANDROID_BROWSER = monthsTo(2013, 7) + YEAR;

/** In this order, because agents of other browsers name Chrome or Safari, too. */
const BROWSERS = [CHROME, FIREFOX, SAFARI];

/**
 * Returns when the browser of an agent was released, as months after the begin of 2000, with a fraction
 * between known releases; null when the agent does not say which browser it is, or
 * is of a device that keeps its own.
 */
export function releaseMonth(agent: string): number | null {
  if (DEVICE.test(agent)) return null;
  if (INTERNET_EXPLORER_11.test(agent)) return END_OF_INTERNET_EXPLORER;
  if (INTERNET_EXPLORER.test(agent)) return LAST_INTERNET_EXPLORER;
  if (ANDROID_BROWSER.test(agent)) return LAST_ANDROID_BROWSER;
  for (const { version: pattern, releases, grace } of BROWSERS) {
    const text = pattern.exec(agent)?.[1];
    if (text === undefined) continue;
    const version = Number(text);
    return between(releases, version) + grace(version);
  }
  return null;
}

function between(releases: readonly Release[], version: number): number {
  const points = releases.map(([of, year, month]) => ({ version: of, at: monthsTo(year, month) }));
  const next = points.findIndex((point) => version <= point.version);
  if (next === 0) return (points[0] as Point).at;
  const end = next === -1 ? points.length - 1 : next;
  const [before, after] = points.slice(end - 1, end + 1) as [Point, Point];
  const distance = (after.at - before.at) / (after.version - before.version);
  return before.at + distance * (version - before.version);
}

interface Point {
  version: number;
  at: number;
}

function monthsTo(year: number, month: number): number {
  return (year - 2_000) * YEAR + month - 1;
}
