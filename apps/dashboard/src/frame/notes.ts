import { listsBehind, silenceOf } from '@app/findings';
import type { DataOf } from '../api/types.js';
import { counted, inFull } from '../words/numbers.js';

type Freshness = DataOf<'/api/v1/freshness'>;
type Feed = Pick<
  DataOf<'/api/v1/websites/{id}/feeds'>['feeds'][number],
  'feed' | 'first_delivery' | 'last_delivery'
>;

/** A shorter delay is what every batch has. */
const BEHIND_SECONDS = 10;

/** Says what makes the figures incomplete although the page got all answers. */
export function notesOf(
  { freshness, feeds }: { freshness?: Freshness | undefined; feeds?: readonly Feed[] | undefined },
  now: number,
): string[] {
  return [
    ...(freshness ? behind(freshness) : []),
    ...(feeds ?? []).flatMap((feed) => silence(feed, now)),
  ];
}

function behind({ behind_seconds, waiting_jobs }: Freshness): string[] {
  if (behind_seconds === null)
    return ['The queue does not answer, so nobody knows how far the reports are behind.'];
  if (behind_seconds < BEHIND_SECONDS) return [];
  const waiting = waiting_jobs ? `: ${counted(waiting_jobs, 'batch waits', 'batches wait')}` : '';
  return [`Reports are ${duration(behind_seconds * 1000)} behind${waiting}.`];
}

/** Says that some lists of addresses are not current; undefined when all are, or nobody knows. */
export function listsNote({ address_lists }: Freshness): string | undefined {
  if (listsBehind(address_lists) === 0) return undefined;
  const { lists, current } = address_lists;
  return `${inFull(current ?? 0)} of ${inFull(lists ?? 0)} lists of bots’ addresses are current`;
}

function silence(feed: Feed, now: number): string[] {
  const quiet = silenceOf(feed, now);
  if (quiet === undefined) return [];
  return [
    `The log source ${feed.feed} has sent nothing for ${duration(quiet)}: look whether its sender still runs.`,
  ];
}

/** `40 s`, `5 min`, `30 h`, `4 days`. */
function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return counted(Math.round(seconds / 86_400), 'day');
}
