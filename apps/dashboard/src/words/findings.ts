import type { DataOf } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { dayInFull, momentInWords } from './dates.js';
import { groupSubject } from './groups.js';

export type Finding = DataOf<'/api/v1/websites/{id}/findings'>['findings'][number];

const words = texts.findings;

/**
 * Says a finding in one sentence, with its figures. Days are those of UTC.
 *
 * @param until the last of the seven days, `YYYY-MM-DD`; undefined means today
 */
export function findingInWords(finding: Finding, until?: string): string {
  const { kind, bot, page, feed, group, of_group: of } = finding;
  const [visits, all] = [finding.visits ?? 0, finding.of_visits ?? 0];
  const since = finding.since ?? '';
  const week = until === undefined ? words.lastDays : words.daysUpTo(dayInFull(until));
  switch (kind) {
    case 'silent_feed':
      return words.silentFeed(feed ?? '', momentInWords(since));
    case 'failing_page':
      return words.failingPage(page ?? '', visits, all, week);
    case 'stopped_bot':
      return words.stoppedBot(bot ?? '', dayInFull(since), all);
    case 'spoofed_bot':
      return words.spoofedBot(bot ?? '', visits, all, week);
    case 'automation':
      return words.automation(of ? groupSubject(of) : (group ?? ''), visits, dayInFull(since));
    case 'old_lists':
      return words.oldLists(dayInFull(since));
  }
}
