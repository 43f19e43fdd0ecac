import {
  API_ERRORS,
  type FeedCounts,
  type FeedHealthReport,
  REJECT_REASONS,
  SKIP_REASONS,
} from '@app/contracts';
import { type FeedState, feedStateOf } from '@app/findings';
import { count } from '@app/report-text';
import { BOTGAUGE } from '../program/called-as.js';

const GUIDE = 'docs/feeds/README.md';

/** Returns what a reason or a code of an error means, as words behind a colon. */
export function meaningOf(word: string): string {
  const meanings: Record<string, string> = { ...SKIP_REASONS, ...REJECT_REASONS };
  return meanings[word] ?? API_ERRORS[word as keyof typeof API_ERRORS]?.when ?? '';
}

/** Returns what the operator should do next, a sentence or two for each feed. */
export function adviceFor(feeds: readonly FeedHealthReport[]): string[] {
  if (feeds.length > 0) return feeds.map(adviceOn);
  return [
    `Nothing has come for this website yet. Put the address of a feed and a Bot Tracking Key into the sender, as ${GUIDE} says; \`${BOTGAUGE} keys create --kind bot --website ws_…\` makes a key. Entries count for the website of their host, whichever key they come with. What came less than 10 seconds ago is not shown yet.`,
  ];
}

function adviceOn({ feed, last_delivery, last_24_hours: today }: FeedHealthReport): string {
  const { records, entries, without_address, rejected, reasons, refusals } = today;
  const compared = `compare the outlines above with the fields that ${GUIDE} asks for`;
  const advice: Record<FeedState, () => string> = {
    silent: () =>
      `nothing has come in the last 24 hours${since(last_delivery)}. Look at the log of the sender.`,
    refused: () =>
      `every delivery was refused, most often with ${worst(refusals)}. Correct it in the sender; docs/errors.md has every code.`,
    no_records: () => 'what came had no records. Look at what the sender collects.',
    skipped: () =>
      `every record was skipped, most often as ${worst(reasons)}. Nothing is wrong with that, but none is a visit.`,
    rejected: () =>
      `no record was a visit. They were rejected most often as ${worst(rejectsOf(today))}; ${compared}, and correct the sender. What was rejected is not stored, so send it again.`,
    partly_rejected: () =>
      `${count(rejected)} of ${count(records)} records were rejected, most often as ${worst(rejectsOf(today))}; ${compared}.`,
    no_addresses: () =>
      `${count(without_address)} of ${count(entries)} entries have no address: no bot is verified or found to be spoofed, and people are not told from programs by what they did. Let the sender send the address of the visitor; ${GUIDE} says in which field.`,
    works: () =>
      `it works, with ${count(entries)} ${entries === 1 ? 'entry' : 'entries'} in the last 24 hours.`,
  };
  return `${feed}: ${advice[feedStateOf(today)]()}`;
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
