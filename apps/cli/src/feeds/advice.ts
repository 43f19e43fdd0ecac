import {
  API_ERRORS,
  type FeedCounts,
  type FeedHealthReport,
  REJECT_REASONS,
  SKIP_REASONS,
} from '@app/contracts';
import { count } from '@app/report-text';
import { BOTGAUGE } from '../program/called-as.js';

const GUIDE = 'docs/feeds/README.md';
/** With fewer rejects than this share, most of a log arrives. */
const MANY = 0.05;

/** Returns what a reason or a code of an error means, as words behind a colon. */
export function meaningOf(word: string): string {
  const meanings: Record<string, string> = { ...SKIP_REASONS, ...REJECT_REASONS };
  return meanings[word] ?? API_ERRORS[word as keyof typeof API_ERRORS]?.when ?? '';
}

/** Returns what the operator should do next, a sentence or two for each feed. */
export function adviceFor(feeds: readonly FeedHealthReport[]): string[] {
  if (feeds.length > 0) return feeds.map(adviceOn);
  return [
    `Nothing has come yet. Put the address of a feed and a Bot Tracking Key into the sender, as ${GUIDE} says; \`${BOTGAUGE} keys create --kind bot --website ws_…\` makes a key. What came less than 10 seconds ago is not shown yet.`,
  ];
}

function adviceOn({ feed, last_delivery, last_24_hours: today }: FeedHealthReport): string {
  const { deliveries, records, entries, skipped, rejected, refused } = today;
  if (deliveries === 0 && refused === 0)
    return `${feed}: nothing has come in the last 24 hours${since(last_delivery)}. Look at the log of the sender.`;
  if (deliveries === 0)
    return `${feed}: every delivery was refused, most often with ${worst(today.refusals)}. Correct it in the sender; docs/errors.md has every code.`;
  if (records === 0) return `${feed}: what came had no records. Look at what the sender collects.`;
  if (rejected === records)
    return `${feed}: every record was rejected, most often as ${worst(rejectsOf(today))}. Compare the outlines above with the fields that ${GUIDE} asks for, and correct the sender; what was rejected is not stored, so send it again.`;
  if (skipped === records)
    return `${feed}: every record was skipped, most often as ${worst(today.reasons)}. Nothing is wrong with that, but none is a visit.`;
  if (entries === 0)
    return `${feed}: no record was a visit. They were rejected most often as ${worst(rejectsOf(today))}; compare the outlines above with the fields that ${GUIDE} asks for.`;
  if (rejected > records * MANY)
    return `${feed}: ${count(rejected)} of ${count(records)} records were rejected, most often as ${worst(rejectsOf(today))}. Compare the outlines above with the fields that ${GUIDE} asks for.`;
  return `${feed}: it works, with ${count(entries)} ${entries === 1 ? 'entry' : 'entries'} in the last 24 hours.`;
}

const since = (last: string | null) => (last === null ? '' : `; the last delivery was at ${last}`);

function rejectsOf({ reasons }: FeedCounts): Record<string, number> {
  return Object.fromEntries(Object.entries(reasons).filter(([reason]) => reason in REJECT_REASONS));
}

/** Names the most frequent word, and what it means. */
function worst(numbers: Readonly<Record<string, number>>): string {
  const [[word] = ['']] = Object.entries(numbers).sort(([, one], [, other]) => other - one);
  return `${word} (${meaningOf(word)})`;
}
