import type { DataOf, Event } from '../../api/types.js';

type Finding = Pick<
  DataOf<'/api/v1/websites/{id}/findings'>['findings'][number],
  'kind' | 'bot' | 'page' | 'feed'
>;

/** The kind of event that says the same of the same page, bot or feed. */
const SAME: Partial<Record<Finding['kind'], Event['kind']>> = {
  failing_page: 'errors',
  stopped_bot: 'unusual_visits',
  spoofed_bot: 'spoofed',
  silent_feed: 'feed_silent',
};

/** Tells whether an open event says already what a finding says. */
export function isSaidBy(
  events: readonly Pick<Event, 'kind' | 'subject' | 'figures'>[],
  { kind, bot, page, feed }: Finding,
): boolean {
  return events.some(
    (event) =>
      event.kind === SAME[kind] &&
      event.figures.direction !== 'above' &&
      (event.subject ?? event.figures.most_spoofed) === (bot ?? page ?? feed),
  );
}
