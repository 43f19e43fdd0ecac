// The values with which parameters are sent. Enumerations and numbers follow from the declaration of a
// route; what a text may say cannot be told from there, and stands here. Pure.
import { DAY_MS, dayBefore, FIRST_DAY, WEBSITES } from '../account/contents.js';
import type { Parameter } from './openapi.js';

/** For a text parameter: values that find something, and at least one that finds nothing. */
const TEXTS: Readonly<Record<string, (instant: number) => readonly string[]>> = {
  bot: () => [
    'GPTBot',
    'googleBOT',
    'Declared0Bot',
    'Unidentified bot',
    'Vulnerability scanner',
    'No such bot',
  ],
  provider: () => ['OpenAI', 'google', 'operator-1.example', 'Unknown', 'Nobody'],
  source: () => ['ChatGPT', 'Gemini', 'Nobody'],
  path: () => ['/section-1/', '/section-1', '/Ä', '/under_', '/rare/', '/100%', '/nothing-here'],
  exact_path: () => [
    ...['/section-1/article-about-topic-1', '/Ä b/1"\'', '/robots.txt', '/.env', '/nothing-here'],
  ],
  host: () => [WEBSITES[0].domain, `WWW.${WEBSITES[0].domain}:443`, 'unknown.example', 'no host'],
  country: () => ['DE', 'us', 'ZZ', 'D1'],
  timezone: () => ['Europe/Berlin', 'Asia/Tokyo', 'America/Los_Angeles', 'Asia/Kolkata', 'No/Zone'],
  status: () => ['200', '404', '4xx', '0', '0xx', '299', 'abc'],
  from: (instant) => [instant - 3 * DAY_MS, instant - 100.3 * DAY_MS].map(iso),
  to: (instant) => [instant - DAY_MS / 2, instant - 90 * DAY_MS].map(iso),
  since: (instant) => [iso(instant - DAY_MS), 'yesterday'],
  start_date: (instant) => [FIRST_DAY, 200, 30, 2].map((days) => dayBefore(instant, days)),
  end_date: (instant) => [150, 29, 0].map((days) => dayBefore(instant, days)),
  text_from: (instant) => [300, 20, 7].map((days) => dayBefore(instant, days)),
  fields: () => ['timestamp,c-ip,sc-status'],
  format_string: () => ['%h %t "%r" %>s', '%h %^[%d:%t %^] "%r" %s', '%h%l'],
  date_format: () => ['%F'],
  time_format: () => ['%T'],
  verify: () => ['same-answers'],
};

const iso = (time: number) => new Date(time).toISOString();

/** What cannot be guessed, and is sent when an answer gave it. */
const GIVEN_BY_ANSWERS: ReadonlySet<string> = new Set(['cursor']);

/** Returns the values with which a parameter is sent; undefined where none are named. */
export function valuesOf(parameter: Parameter, instant: number): readonly string[] | undefined {
  const { name, values, isList, minimum, maximum } = parameter;
  if (GIVEN_BY_ANSWERS.has(name)) return [];
  if (values) return isList ? [...values, values.join(',')] : values;
  if (minimum !== undefined && maximum !== undefined) return integers(minimum, maximum);
  return TEXTS[name]?.(instant);
}

/** Returns the bounds of an integer, what is just beyond one, and a few between. */
function integers(minimum: number, maximum: number): string[] {
  const between = [7, 100, 1_000, 10_000].filter((value) => value > minimum && value < maximum);
  return [minimum, ...between, maximum, maximum + 1].map(String);
}
