// The two weeks of the log, and when people come. All times are milliseconds of UTC.

export const SECOND = 1_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

export const FIRST_DAY = Date.UTC(2026, 9, 5);
export const DAYS = 14;
export const END = FIRST_DAY + DAYS * DAY;

/** The days, each with its start. The first one is a Monday. */
export const CALENDAR = Array.from({ length: DAYS }, (_, index) => ({
  index,
  start: FIRST_DAY + index * DAY,
  weekend: index % 7 >= 5,
}));

/** Returns a time of day with its peak in the afternoon, because people sleep at night. */
export function daytime(choices) {
  for (;;) {
    const moment = choices.between(0, DAY);
    const wave = 0.52 + 0.48 * Math.cos((2 * Math.PI * (moment - 15 * HOUR)) / DAY);
    if (choices.happens(wave)) return moment;
  }
}

/** Returns a time of day at which offices work. */
export const officeTime = (choices) => choices.between(7 * HOUR, 16 * HOUR);
