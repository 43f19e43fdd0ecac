import type { Event } from '../../api/types.js';
import { texts } from '../../texts/texts.js';
import { momentInWords } from '../../words/dates.js';
import { inFull, partOf } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';

const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** Lists the figures that led to an event, by their names in the API, as people read them. */
export function figuresInWords(figures: Event['figures']): string {
  return Object.entries(figures)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${texts.alerts.events.figure(name)}: ${valueInWords(name, value)}`)
    .join(' · ');
}

function valueInWords(name: string, value: number | string): string {
  if (typeof value === 'string') return MOMENT.test(value) ? momentInWords(value) : asShown(value);
  return name === 'share' ? partOf(value, 1) : inFull(value);
}
