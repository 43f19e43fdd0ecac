import type { Address } from '../../address/address.js';
import type { Event } from '../../api/types.js';
import { isCategory } from '../../words/bot-categories.js';

type Told = Pick<Event, 'kind' | 'subject' | 'opened_at' | 'seen_at' | 'figures'>;

/** Events are about days of UTC, and about all visits but those that they name. */
const BARE = {
  ...{ view: undefined, timezone: undefined, compare: false, interval: undefined },
  ...{ group: undefined, tab: undefined, sort: undefined, filters: {} },
} as const;

/** Returns what shows what an event is about: a view with its filters, on the days of the event. */
export function placeOfEvent(event: Told): Partial<Address> {
  const { kind, subject } = event;
  const at = { ...BARE, days: daysOf(event) };
  switch (kind) {
    case 'new_bot':
      return { ...at, view: 'bots', filters: botIn(subject) };
    case 'unusual_visits':
      return subject === null
        ? { ...at, interval: 'hour' }
        : { ...at, interval: 'hour', view: 'bots', filters: whoseIn(subject) };
    case 'errors':
      if (subject?.startsWith('/'))
        return { ...at, view: 'pages', filters: { exact_path: subject } };
      return subject === null
        ? { ...at, view: 'answers', tab: 'ai' }
        : { ...at, view: 'answers', filters: whoseIn(subject) };
    case 'robots_disobeyed':
      return { ...at, view: 'robots', filters: botIn(subject) };
    case 'automation_above':
      return { ...at, interval: 'hour' };
    case 'fleet_begun':
    case 'brute_force':
      return { ...at, view: 'people' };
    case 'coverage_below':
      return { ...at, view: 'coverage', filters: subject === null ? {} : whoseIn(subject) };
    case 'spoofed':
      return { ...at, view: 'spoofed', filters: botIn(subject) };
    case 'feed_silent':
    case 'feed_rejects':
    case 'dead_entries':
      return { ...BARE, view: 'feeds' };
    case 'webhook_disabled':
      return { ...BARE, view: 'settings', tab: 'webhooks' };
  }
}

const whoseIn = (subject: string) => (isCategory(subject) ? { category: subject } : botIn(subject));
const botIn = (bot: string | null) => (bot === null ? {} : { bot });
const dayOf = (iso: string) => iso.slice(0, 10);

/** From the first day that the figures are about to the last one on which its cause was there. */
function daysOf({ opened_at, seen_at, figures }: Told): { start: string; end: string } {
  const opened = dayOf(opened_at);
  const from =
    [figures.from, figures.first_visit, figures.first_seen, figures.day].find(
      (one) => typeof one === 'string',
    ) ?? opened;
  const start = dayOf(`${from}`);
  const end = [dayOf(seen_at), opened].sort().at(-1) as string;
  return { start: start < end ? start : end, end };
}
