import type { Event } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { isCategory } from './bot-categories.js';
import { categoryInWords } from './categories.js';
import { dayInFull, momentInWords, timeInWords } from './dates.js';
import { partOf } from './numbers.js';

type Told = Pick<Event, 'kind' | 'subject' | 'figures'>;
type Figures = Event['figures'];

const words = texts.events;

/** Says in one sentence what began, with its figures. Times are those of UTC. */
export function eventInWords({ kind, subject, figures }: Told): string {
  return SENTENCES[kind](subject ?? '', figures);
}

const SENTENCES: Record<Event['kind'], (subject: string, figures: Figures) => string> = {
  new_bot: (bot, figures) => {
    const provider = text(figures.provider);
    const category = categoryInWords(text(figures.category));
    const who = provider && provider !== 'Unknown' ? `${provider}, ${category}` : category;
    return words.newBot(bot, who, moment(figures.first_visit), count(figures.more));
  },
  unusual_visits: unusual,
  errors,
  spoofed: (bot, { spoofed_visits, visits, bots, most_spoofed }) => {
    const one = bot || (bots === 1 ? text(most_spoofed) : '');
    return one
      ? words.spoofedOfOne(count(spoofed_visits), count(visits), one)
      : words.spoofedOfMany(count(spoofed_visits), count(visits), {
          ...{ bots: count(bots), most: text(most_spoofed) },
        });
  },
  feed_silent: (feed, { last_delivery, usual_hours: hours }) =>
    words.silentFeed(feed, moment(last_delivery), typeof hours === 'number' ? hours : null),
  feed_rejects: rejects,
  dead_entries: (_, { entries }) => words.deadEntries(count(entries)),
  robots_disobeyed: (bot, { visits, day, path, rule }) => {
    const most = path ? `${path} (${rule})` : '';
    return words.disobeyed({ bot, visits: count(visits), day: dayInFull(text(day)), most });
  },
  coverage_below: (subject, { of, pages, read, share }) => {
    const told = {
      who: whose(subject),
      read: count(read),
      pages: count(pages),
      share: part(share),
    };
    return of === 'sitemap' ? words.unreadOfSitemap(told) : words.unreadOfVisited(told);
  },
  automation_above: (_, { visits, automation_visits, share, from, to }) =>
    words.automation({
      ...{ automation: count(automation_visits), visits: count(visits), share: part(share) },
      ...{ from: moment(from), to: moment(to) },
    }),
  fleet_begun: (agent, { visits, visitors, networks, first_seen }) =>
    words.fleet({
      ...{ agent, visits: count(visits), visitors: count(visitors) },
      ...{ networks: count(networks), from: moment(first_seen) },
    }),
  brute_force: (page, { visits, visitors, error_visits, status_codes, first_seen }) =>
    words.bruteForce({
      ...{ page, visits: count(visits), visitors: count(visitors), errors: count(error_visits) },
      ...{ statuses: text(status_codes), from: moment(first_seen) },
    }),
  webhook_disabled: (_, { name, host, reason, status }) =>
    reason === 'gone'
      ? words.webhookGone(text(name), text(host))
      : words.webhookFailed(text(name), text(host), text(status)),
};

function unusual(subject: string, figures: Figures): string {
  const { direction, visits, usual_visits, hours, from, to, until } = figures;
  const told = { who: whose(subject), visits: count(visits), usual: count(usual_visits) };
  return direction === 'above'
    ? words.moreVisits({
        ...{ ...told, from: moment(from), to: timeInWords(text(until ?? to)) },
        isUnfinished: until !== undefined,
      })
    : words.fewerVisits({ ...told, hours: count(hours), to: moment(to) });
}

function errors(subject: string, figures: Figures): string {
  const { visits, error_visits, share, from, statuses, of } = figures;
  const told = {
    ...{ errors: count(error_visits), visits: count(visits), share: part(share) },
    ...{ statuses: text(statuses), from: moment(from) },
  };
  return subject.startsWith('/')
    ? words.errorsOfPage({ ...told, subject, who: whoseWithin(text(of)) })
    : words.errors({ ...told, subject: whose(subject), who: '' });
}

function rejects(feed: string, figures: Figures): string {
  const [rejected, records] = [count(figures.rejected), count(figures.records)];
  const refused = count(figures.refused);
  const deliveries = count(figures.deliveries) + refused;
  const told = { feed, share: part(figures.share), reason: text(figures.reason) };
  return refused * records >= rejected * deliveries
    ? words.refused({ ...told, part: refused, all: deliveries })
    : words.rejected({ ...told, part: rejected, all: records });
}

/** The bots that an event is about, as the begin of a sentence: a name, those of a category, or all AI bots. */
function whose(subject: string): string {
  if (subject === '') return words.allAiBots;
  return isCategory(subject) ? words.ofCategory(categoryInWords(subject)) : subject;
}

/** The same within a sentence. */
const whoseWithin = (subject: string) =>
  isCategory(subject) ? words.ofCategoryWithin(categoryInWords(subject)) : whose(subject);

type Value = Figures[string] | undefined;
const count = (value: Value) => Number(value ?? 0);
const text = (value: Value) => `${value ?? ''}`;
const part = (share: Value) => partOf(Number(share), 1);
const moment = (iso: Value) => momentInWords(text(iso));
