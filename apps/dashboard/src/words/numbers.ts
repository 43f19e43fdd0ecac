import { LOCALE } from './locale.js';

const whole = new Intl.NumberFormat(LOCALE);
const short = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const roundShare = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });
const signedShare = new Intl.NumberFormat(LOCALE, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const signed = new Intl.NumberFormat(LOCALE, {
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const lists = new Intl.ListFormat(LOCALE, { type: 'conjunction' });
const plurals = new Intl.PluralRules(LOCALE);

/** `12,345` */
export const inFull = (count: number): string => whole.format(count);

/** `12.3K` from ten thousand on, for places where an exact number would be too long. */
export const inShort = (count: number): string =>
  count < 10_000 ? whole.format(count) : short.format(count);

/** `123,456`, and `1.2M` from a million on: as exact as a large figure has room for. */
export const inFigure = (count: number): string =>
  count < 1_000_000 ? whole.format(count) : short.format(count);

/** `1 visit`, `12,345 visits` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${inFull(count)} ${plurals.select(count) === 'one' ? one : many}`;
}

/**
 * A count with its words, in which `#` stands for it: `1 visit`, `12,345 visits`. A language has the
 * forms that `Intl.PluralRules` tells apart in it.
 */
export function plural(
  count: number,
  forms: Readonly<{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>>,
): string {
  return (forms[plurals.select(count)] ?? forms.other).replaceAll('#', inFull(count));
}

/** `a, b and c` */
export const listOf = (words: readonly string[]): string => lists.format(words);

/** Part of a whole: `4.2%`; a whole of nothing has no parts. */
export function partOf(part: number, all: number): string {
  if (all === 0) return '–';
  const value = part / all;
  if (part > 0 && value < 0.001) return `< ${share.format(0.001)}`;
  return (value < 0.1 ? share : roundShare).format(value);
}

/** `+25%`, `-3%`, or `new` when there was nothing before. */
export function changeInWords(now: number, before: number): string {
  if (before === 0) return now === 0 ? '±0%' : 'new';
  const change = now / before - 1;
  // Beyond a thousand percent a factor is easier to read.
  return change >= 10 ? `×${inFull(Math.round(now / before))}` : signedShare.format(change);
}

/** `+2.3 points`: how much one part of a whole, from 0 to 1, is above another. */
export function pointsInWords(difference: number): string {
  const points = signed.format(Math.round(difference * 1_000) / 10);
  return `${points === '0' ? '±0' : points} ${plurals.select(Math.abs(difference * 100)) === 'one' ? 'point' : 'points'}`;
}
