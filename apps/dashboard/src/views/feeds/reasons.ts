import type { Feed, Meanings } from './feed.js';

/** Why something that came is no visit. */
export interface Reason {
  word: string;
  result: 'skipped' | 'rejected' | 'refused';
  meaning: string;
  today: number;
  month: number;
}

/** Returns why records and deliveries became no visits, those that were most first. */
export function reasonsOf(
  { last_24_hours: today, last_30_days: month }: Pick<Feed, 'last_24_hours' | 'last_30_days'>,
  { skip_reasons, reject_reasons, refusals }: Meanings,
): Reason[] {
  const ofRecords = Object.entries(month.reasons).map(([word, count]): Reason => {
    const isSkipped = Object.hasOwn(skip_reasons, word);
    return {
      word,
      result: isSkipped ? 'skipped' : 'rejected',
      meaning: skip_reasons[word] ?? reject_reasons[word] ?? '',
      today: today.reasons[word] ?? 0,
      month: count,
    };
  });
  const ofDeliveries = Object.entries(month.refusals).map(([word, count]): Reason => ({
    word,
    result: 'refused',
    meaning: refusals[word] ?? '',
    today: today.refusals[word] ?? 0,
    month: count,
  }));
  return [...ofRecords, ...ofDeliveries].sort((one, other) => other.month - one.month);
}
