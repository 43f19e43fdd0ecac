import {
  addTimeParts,
  compileStrftime,
  missingInTime,
  type TimeParts,
  timeOfParts,
} from './strftime.js';

/** Returns a time as ISO 8601 or as milliseconds, or what cannot be read. */
function read(format: string, text: string): number | string {
  const time = compileStrftime(format);
  if ('unknown' in time) return time.unknown;
  time.pattern.lastIndex = 0;
  if (!time.pattern.test(text) || time.pattern.lastIndex !== text.length) return 'no match';
  const parts: TimeParts = {};
  addTimeParts(parts, time, text);
  return timeOfParts(parts);
}

it.each<[string, string, number | string]>([
  ['%d/%b/%Y:%H:%M:%S %z', '20/Nov/2026:10:05:03 +0100', '2026-11-20T10:05:03+0100'],
  ['%Y-%m-%dT%H:%M:%S%z', '2026-11-20T10:05:03+01:00', '2026-11-20T10:05:03+01:00'],
  ['%FT%T.%LZ', '2026-11-20T10:05:03.250Z', '2026-11-20T10:05:03.250Z'],
  ['%D %r', '11/20/26 01:05:03 PM', '2026-11-20T13:05:03Z'],
  ['%D %I:%M %p', '11/20/26 12:05 AM', '2026-11-20T00:05:00Z'],
  ['%c', 'Fri Nov  6 10:05:03 2026', '2026-11-06T10:05:03Z'],
  ['%A, %e %B %Y %k:%M', 'Friday,  6 November 2026  9:05', '2026-11-06T09:05:00Z'],
  ['%-d.%-m.%Y %R', '6.1.2026 09:05', '2026-01-06T09:05:00Z'],
  ['%Y%m%d%H%M%S', '20261120100503', '2026-11-20T10:05:03Z'],
  ['%F %T %Z', '2026-11-20 10:05:03 GMT', '2026-11-20T10:05:03Z'],
  ['%F %T %Z', '2026-11-20 10:05:03 +01', '2026-11-20T10:05:03+0100'],
  ['%s', '1795169103', 1795169103000],
  ['%s.%L', '1795169103.007', 1795169103007],
  ['%*', '1795169103250', 1795169103250],
  ['%f', '1795169103250999', 1795169103250],
  ['100%% (%s)', '100% (1795169103)', 1795169103000],
  ['%d/%b/%Y %T', '20/Mai/2026 10:05:03', '2026-00-20T10:05:03Z'],
  ['%d/%b/%Y %T', '2026-11-20 10:05:03', 'no match'],
  ['%F %Q', '', '%Q'],
  ['%F %', '', '%'],
])('reads %s: %s', (format, text, time) => {
  expect(read(format, text)).toBe(time);
});

it.each([
  ['%F %T', undefined],
  ['%s', undefined],
  ['%T', 'a date'],
  ['%d/%m', 'a date'],
  ['%F', 'a time of day'],
  ['%F %H', 'a time of day'],
])('tells what %s lacks', (format, missing) => {
  const time = compileStrftime(format);
  expect('parts' in time && missingInTime(time.parts)).toBe(missing);
});
