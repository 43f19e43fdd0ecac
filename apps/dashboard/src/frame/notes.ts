import { listsBehind, silenceOf } from '@app/findings';
import type { DataOf } from '../api/types.js';
import { texts } from '../texts/texts.js';

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
  if (behind_seconds === null) return [texts.frame.queueAway];
  if (behind_seconds < BEHIND_SECONDS) return [];
  return [texts.frame.behind(duration(behind_seconds * 1000), waiting_jobs ?? 0)];
}

/** Says that some lists of addresses are not current; undefined when all are, or nobody knows. */
export function listsNote({ address_lists }: Freshness): string | undefined {
  if (listsBehind(address_lists) === 0) return undefined;
  const { lists, current } = address_lists;
  return texts.frame.lists(current ?? 0, lists ?? 0);
}

function silence(feed: Feed, now: number): string[] {
  const quiet = silenceOf(feed, now);
  return quiet === undefined ? [] : [texts.frame.silent(feed.feed, duration(quiet))];
}

/** `40 s`, `5 min`, `30 h`, `4 days`. */
function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return texts.frame.seconds(seconds);
  if (seconds < 7_200) return texts.frame.minutes(Math.round(seconds / 60));
  if (seconds < 172_800) return texts.frame.hours(Math.round(seconds / 3_600));
  return texts.frame.days(Math.round(seconds / 86_400));
}
