import type { Alert } from '../../api/types.js';
import { isCategory } from '../../words/bot-categories.js';
import { type AlertKind, type Field, FIELDS } from './kinds.js';

/** What stands in the fields of the form; an empty text sets no bound. */
export type FieldTexts = Readonly<Record<Field, string>>;

const EMPTY: FieldTexts = {
  ...{ whose: '', bot: '', categories: '', path: '', feed: '' },
  ...{ direction: 'both', share: '10', statuses: '', least: '20', addresses: '20' },
  ...{ shareRead: '50', leastPages: '10' },
};

/** What each kind starts with, as far as it differs: sensible for most websites, as in the API. */
const STARTS: Partial<Record<AlertKind, Partial<FieldTexts>>> = {
  unusual_visits: { least: '50' },
  dead_entries: { least: '1' },
  automation_above: { share: '50', least: '100' },
  fleet_begun: { least: '100' },
  brute_force: { least: '100' },
};

export const startOf = (kind: AlertKind): FieldTexts => ({ ...EMPTY, ...STARTS[kind] });

/** Returns the texts that stand for the conditions of an alert. */
export function textsOf(alert: Alert): FieldTexts {
  const { bot, category, categories, path, feed, direction, share, statuses, least, addresses } =
    alert;
  const start = startOf(alert.kind);
  return {
    whose: bot ?? category ?? '',
    bot: bot ?? '',
    categories: categories?.join() ?? '',
    path: path ?? '',
    feed: feed ?? '',
    direction: direction ?? start.direction,
    share: share === null ? start.share : `${rounded(share * 100)}`,
    shareRead: share === null ? start.shareRead : `${rounded(share * 100)}`,
    statuses: statuses ?? '',
    least: least === null ? start.least : `${least}`,
    leastPages: least === null ? start.leastPages : `${least}`,
    addresses: addresses === null ? start.addresses : `${addresses}`,
  };
}

/** Returns the conditions that the API takes for a kind. */
export function conditionsOf(kind: AlertKind, texts: FieldTexts): object {
  return Object.assign({}, ...FIELDS[kind].map((field) => condition(field, texts))) as object;
}

function condition(field: Field, texts: FieldTexts): object {
  const text = texts[field].trim();
  switch (field) {
    case 'whose':
      // A bot is nothing that a category is called.
      return isCategory(text)
        ? { bot: null, category: text }
        : { bot: text || null, category: null };
    case 'categories':
      return { categories: text ? text.split(',') : null };
    case 'share':
    case 'shareRead':
      return { share: rounded(Number(text) / 100) };
    case 'least':
    case 'leastPages':
      return { least: Number(text) };
    case 'addresses':
      return { addresses: Number(text) };
    case 'statuses':
      // The API counts all errors of a page together.
      return { statuses: texts.path.trim() ? null : text || null };
    case 'direction':
      return { direction: text };
    case 'bot':
    case 'path':
    case 'feed':
      return { [field]: text || null };
  }
}

/** Percent are no binary fractions: 0.7 % would be 0.006999999999999999. */
const rounded = (value: number): number => Number(value.toFixed(6));
