import type { Alert, Event } from '../../api/types.js';
import { texts } from '../../texts/texts.js';

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

/** The conditions of each kind. */
export const FIELDS: Readonly<Record<AlertKind, readonly Field[]>> = {
  new_bot: ['categories'],
  unusual_visits: ['whose', 'direction', 'least'],
  errors: ['whose', 'path', 'statuses', 'share', 'least'],
  spoofed: ['bot', 'least'],
  feed_silent: ['feed'],
  feed_rejects: ['feed', 'share', 'least'],
  dead_entries: ['least'],
  robots_disobeyed: ['whose', 'least'],
  coverage_below: ['whose', 'shareRead', 'leastPages'],
  automation_above: ['share', 'least'],
  fleet_begun: ['least', 'addresses'],
  brute_force: ['least'],
};

interface KindTexts {
  /** What it is about, in two or three words. */
  title: string;
  /** What is told, in a sentence. */
  what: string;
  /** What stands at its numbers, each a sentence with the number at its end, or the rest of one. */
  numbers?: Readonly<Partial<Record<NumberName, string>>>;
}

/** The words of each kind. */
export const KINDS: Readonly<Record<AlertKind, KindTexts>> = texts.alerts.kinds;

export const ALERT_KINDS = Object.keys(FIELDS) as AlertKind[];

/** What an event is about, in two or three words. */
export const titleOf = (kind: EventKind): string =>
  kind === 'webhook_disabled' ? texts.alerts.disabledWebhook : KINDS[kind].title;
