import type { Alert, Event } from '../../api/types.js';

export type AlertKind = Alert['kind'];
export type EventKind = Event['kind'];

/** A condition that somebody can set. Which of them a kind has is what the API takes for it. */
export type Field =
  | 'shareRead'
  | 'leastPages'
  | 'whose'
  | 'bot'
  | 'categories'
  | 'path'
  | 'feed'
  | 'direction'
  | 'share'
  | 'statuses'
  | 'least'
  | 'addresses';

/** A condition that is a number. */
export type NumberName = Extract<
  Field,
  'share' | 'shareRead' | 'least' | 'leastPages' | 'addresses'
>;

interface Kind {
  /** What it is about, in two or three words. */
  title: string;
  /** What is told, in a sentence. */
  what: string;
  fields: readonly Field[];
  /** What stands at its numbers, each a sentence with the number at its end, or the rest of one. */
  numbers?: Readonly<Partial<Record<NumberName, string>>>;
}

export const KINDS: Readonly<Record<AlertKind, Kind>> = {
  new_bot: {
    title: 'A new bot',
    what: 'Tells when a bot comes to this website for the first time.',
    fields: ['categories'],
  },
  unusual_visits: {
    title: 'Unusual visits',
    what: 'Tells when more or fewer visits come than in the same hours of the last four weeks.',
    fields: ['whose', 'direction', 'least'],
    numbers: { least: 'Only where at least this many visits came or were expected' },
  },
  errors: {
    title: 'Errors',
    what: 'Tells when bots get an error instead of what they asked for.',
    fields: ['whose', 'path', 'statuses', 'share', 'least'],
    numbers: {
      share: 'Tell when at least this percentage of visits get an error',
      least: '… of at least this many visits in four hours',
    },
  },
  spoofed: {
    title: 'Spoofed visits',
    what: 'Tells when visits come in the name of a bot, but from other addresses than its own.',
    fields: ['bot', 'least'],
    numbers: { least: 'Tell when there are at least this many spoofed visits in four hours' },
  },
  feed_silent: {
    title: 'A silent log source',
    what: 'Tells when a log source sends nothing for longer than it usually does.',
    fields: ['feed'],
  },
  feed_rejects: {
    title: 'Rejected records',
    what: 'Tells when records of a log source cannot be read or are refused.',
    fields: ['feed', 'share', 'least'],
    numbers: {
      share: 'Tell when at least this percentage of records are rejected',
      least: '… and these are at least this many in four hours',
    },
  },
  dead_entries: {
    title: 'Entries not stored',
    what: 'Tells when log entries arrived, but could not be stored.',
    fields: ['least'],
    numbers: { least: 'Tell when there are at least this many such entries in 24 hours' },
  },
  robots_disobeyed: {
    title: 'Disobeyed robots.txt',
    what: 'Tells when a bot visits pages that the robots.txt of this website does not allow to it.',
    fields: ['whose', 'least'],
    numbers: { least: 'Tell when a bot makes at least this many such visits a day' },
  },
  coverage_below: {
    title: 'Pages not read',
    what: 'Tells when AI bots read too few of the pages of the sitemap, or of those that people visit.',
    fields: ['whose', 'shareRead', 'leastPages'],
    numbers: {
      shareRead: 'Tell when AI bots read less than this percentage of the pages',
      leastPages: '… of at least this many pages',
    },
  },
  automation_above: {
    title: 'Much automation',
    what: 'Tells when programs that call themselves browsers make a large part of their visits.',
    fields: ['share', 'least'],
    numbers: {
      share: 'Tell when automation makes at least this percentage of visits of browsers',
      least: '… and these are at least this many visits in 24 hours',
    },
  },
  fleet_begun: {
    title: 'A fleet',
    what: 'Tells when programs come with the same agent of a browser from many addresses.',
    fields: ['least', 'addresses'],
    numbers: {
      least: 'Tell when one agent makes at least this many visits a day',
      addresses: '… from at least this many addresses',
    },
  },
  brute_force: {
    title: 'Brute force',
    what: 'Tells when programs write to one page, such as a log-in, or ask for it in vain, again and again.',
    fields: ['least'],
    numbers: { least: 'Tell when one page gets at least this many such visits a day' },
  },
};

export const ALERT_KINDS = Object.keys(KINDS) as AlertKind[];

/** What an event is about, in two or three words. */
export const titleOf = (kind: EventKind): string =>
  kind === 'webhook_disabled' ? 'A disabled webhook' : KINDS[kind].title;
