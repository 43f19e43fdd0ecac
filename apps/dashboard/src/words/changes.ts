import { LOCALE } from '../texts/locale.js';
import { texts } from '../texts/texts.js';
import { inFull } from './numbers.js';

const signedShare = new Intl.NumberFormat(LOCALE, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const signed = new Intl.NumberFormat(LOCALE, {
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** `+25%`, `-3%`, or `new` when there was nothing before. */
export function changeInWords(now: number, before: number): string {
  if (before === 0) return now === 0 ? '±0%' : texts.words.isNew;
  const change = now / before - 1;
  // Beyond a thousand percent a factor is easier to read.
  if (change >= 10) return `×${inFull(Math.round(now / before))}`;
  return Math.round(change * 100) === 0 ? '±0%' : signedShare.format(change);
}

/** `+2.3 points`: how much one part of a whole, from 0 to 1, is above another. */
export function pointsInWords(difference: number): string {
  const points = signed.format(Math.round(difference * 1_000) / 10);
  return texts.words.points(points === '0' ? '±0' : points, Math.abs(difference * 100));
}
