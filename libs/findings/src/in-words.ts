import type { Finding } from './findings.js';

/**
 * Says a finding in one sentence, with its figures. Days are those of UTC.
 *
 * @param until the last of the seven days, `YYYY-MM-DD`; undefined means today
 */
export function inWords(finding: Finding, until?: string): string {
  const { kind, bot, page, feed, group, since, visits, of_visits } = finding;
  const day = since?.slice(0, 10) ?? '';
  const week = until === undefined ? 'in the last 7 days' : `in the 7 days up to ${until}`;
  switch (kind) {
    case 'silent_feed':
      return `The log source ${feed} has brought nothing since ${momentOf(since)}: look whether its sender still runs.`;
    case 'failing_page':
      return `${page} answered ${visits} of ${of_visits} visits of AI bots with an error ${week}.`;
    case 'stopped_bot':
      return `${bot} has not come since ${day}; about ${of_visits} visits would have been usual.`;
    case 'spoofed_bot':
      return `${visits} of ${of_visits} visits in the name of ${bot} ${week} came from other addresses than its operator’s.`;
    case 'automation':
      return `${group}, ${(visits ?? 0).toLocaleString('en-US')} visits on ${until === undefined ? dayInWords(since) : day}: counted as automation.`;
    case 'old_lists':
      return `Lists of bots’ addresses are older than they prove anything, the oldest is of ${day}: fewer spoofed bots are found.`;
  }
}

const momentOf = (iso: string | null): string =>
  `${(iso ?? '').slice(0, 16).replace('T', ' ')} UTC`;

/** A day of the last week, so that nobody needs its year. */
const dayInWords = (iso: string | null): string =>
  new Date(iso ?? '').toLocaleDateString('en-GB', {
    ...{ timeZone: 'UTC', day: 'numeric', month: 'long' },
  });
