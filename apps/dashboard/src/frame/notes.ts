import type { DataOf } from '../api/types.js';
import { counted } from '../words/numbers.js';

type Freshness = DataOf<'/api/v1/freshness'>;
type Feed = Pick<
  DataOf<'/api/v1/websites/{id}/feeds'>['feeds'][number],
  'feed' | 'first_delivery' | 'last_delivery'
>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A shorter delay is what every batch has. */
const BEHIND_SECONDS = 10;
/** Operators change their lists every few weeks; fetched ones are fetched every day. */
const OLD_LIST_DAYS = { bundled: 90, refresh: 3 };
/** Senders that send once a day are not silent before the next day is over. */
const SILENT_AFTER_MS = 26 * HOUR_MS;
/** Whoever stopped a sender this long ago knows it. */
const FORGOTTEN_AFTER_MS = 14 * DAY_MS;

/** Says what makes the figures incomplete although the page got all answers. */
export function notesOf(
  { freshness, feeds }: { freshness?: Freshness | undefined; feeds?: readonly Feed[] | undefined },
  now: number,
): string[] {
  return [
    ...(freshness ? behind(freshness) : []),
    ...(feeds ?? []).filter((feed) => isSilent(feed, now)).map((feed) => silence(feed, now)),
  ];
}

function behind({ behind_seconds, waiting_jobs }: Freshness): string[] {
  if (behind_seconds === null)
    return ['The queue does not answer, so nobody knows how far the reports are behind.'];
  if (behind_seconds < BEHIND_SECONDS) return [];
  const waiting = waiting_jobs ? `: ${counted(waiting_jobs, 'batch waits', 'batches wait')}` : '';
  return [`Reports are ${duration(behind_seconds * 1000)} behind${waiting}.`];
}

/** Says that the lists of addresses are old, and what to do; undefined when they are not. */
export function listsNote(
  { address_lists: { source, oldest } }: Freshness,
  now: number,
): string | undefined {
  if (oldest === null || (source !== 'bundled' && source !== 'refresh')) return undefined;
  const age = now - Date.parse(oldest);
  if (age < OLD_LIST_DAYS[source] * DAY_MS) return undefined;
  const remedy =
    source === 'bundled'
      ? 'VERIFY_LISTS=refresh fetches current ones daily'
      : 'look whether the service reaches the operators of the bots';
  return `The oldest list of bots’ addresses is ${duration(age)} old, so fewer bots are told from spoofed ones; ${remedy}.`;
}

/** A sender that came for more than a day and then stopped. A file that was imported is none. */
function isSilent({ first_delivery, last_delivery }: Feed, now: number): boolean {
  if (first_delivery === null || last_delivery === null) return false;
  const last = Date.parse(last_delivery);
  const quiet = now - last;
  return (
    last - Date.parse(first_delivery) > DAY_MS &&
    quiet > SILENT_AFTER_MS &&
    quiet < FORGOTTEN_AFTER_MS
  );
}

function silence({ feed, last_delivery }: Feed, now: number): string {
  const quiet = duration(now - Date.parse(last_delivery ?? ''));
  return `The feed ${feed} has brought nothing for ${quiet}: look whether its sender still runs.`;
}

/** `40 s`, `5 min`, `30 h`, `4 days`. */
function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return counted(Math.round(seconds / 86_400), 'day');
}
