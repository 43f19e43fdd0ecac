import { listsBehind } from '@app/findings';
import type { DataOf } from '../../api/types.js';
import { texts } from '../../texts/texts.js';
import { dayInFull } from '../../words/dates.js';

const TEXTS = texts.spoofed.lists;

type Lists = DataOf<'/api/v1/freshness'>['address_lists'];

/** More names than these say less. */
const MOST_NAMED = 5;

/**
 * Says how current the lists are by which visits are verified, what follows from it, and who can change
 * it: in sentences for a reader of the page, who need not be the one who runs the service.
 */
export function listsInWords(lists: Lists): string[] {
  if (lists.source === 'off') return [];
  if (lists.source === 'folder' || lists.lists === null) return [TEXTS.ageNotKnown];
  const further = lists.release_only ?? 0;
  if (listsBehind(lists) === 0) return [TEXTS.allCurrent(lists.lists, further)];
  const { current, old, missing, old_lists } = lists;
  const sentences = [
    TEXTS.someCurrent({ current: current ?? 0, lists: lists.lists, further }),
    ...(old ? [TEXTS.old(old, namesOf(old_lists))] : []),
    ...(missing ? [TEXTS.neverFetched(missing)] : []),
  ];
  return [sentences.join(' '), TEXTS.remedies[lists.source]];
}

/** Names the bots of lists, those of the oldest first, with the days of their lists. */
function namesOf(lists: Lists['old_lists']): string {
  const oldestFirst = [...lists].sort((one, other) => (one.fetched_at < other.fetched_at ? -1 : 1));
  const named = oldestFirst.slice(0, MOST_NAMED);
  const days = [...new Set(named.map(({ fetched_at }) => dayInFull(fetched_at)))];
  const ofDays = days.map((day) => {
    const ofDay = named.filter(({ fetched_at }) => dayInFull(fetched_at) === day);
    return TEXTS.ofDay(ofDay.map(({ bots }) => botsOf(bots)).join(', '), day);
  });
  const rest = lists.length - named.length;
  return [...ofDays, ...(rest > 0 ? [TEXTS.andMore(rest)] : [])].join('; ');
}

const botsOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : TEXTS.botAndOthers(first, others.length);
