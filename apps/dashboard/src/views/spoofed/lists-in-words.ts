import { listsBehind } from '@app/findings';
import type { DataOf } from '../../api/types.js';
import { dayInFull } from '../../words/dates.js';
import { counted, inFull } from '../../words/numbers.js';

type Lists = DataOf<'/api/v1/freshness'>['address_lists'];

/** More names than these say less. */
const MOST_NAMED = 5;

/**
 * Says how current the lists are by which visits are verified, what follows from it, and who can change
 * it: in sentences for a reader of the page, who need not be the one who runs the service.
 */
export function listsInWords(lists: Lists): string[] {
  if (lists.source === 'off') return [];
  if (lists.lists === null)
    return [
      'The lists of bots’ addresses come from a folder of the workers: their age is not known here.',
    ];
  return listsBehind(lists) === 0
    ? [allCurrent(lists)]
    : [someCurrent(lists), REMEDIES[lists.source]];
}

const REMEDIES: Record<Lists['source'], string> = {
  bundled:
    'This service uses the lists that came with its release, and fetches no newer ones. Whoever runs it can let it fetch them every day.',
  refresh:
    'This service fetches them every day, and did not get these. Whoever runs it can look why.',
  folder: '',
  off: '',
};

function allCurrent({ lists, release_only }: Lists): string {
  return `All ${inFull(lists ?? 0)} lists of addresses that operators of bots publish for programs are current${furtherOnes(release_only)}.`;
}

function someCurrent(lists: Lists): string {
  return [
    `Lists of bots’ addresses: ${inFull(lists.current ?? 0)} of ${inFull(lists.lists ?? 0)} are current${furtherOnes(lists.release_only)}.`,
    ...(lists.old ? [oldOnes(lists.old, lists.old_lists)] : []),
    ...(lists.missing
      ? [`${inFull(lists.missing)} ${lists.missing === 1 ? 'was' : 'were'} never fetched.`]
      : []),
  ].join(' ');
}

const furtherOnes = (count: number | null): string =>
  count ? `; ${counted(count, 'further one comes', 'further ones come')} with releases only` : '';

function oldOnes(count: number, lists: Lists['old_lists']): string {
  const oldestFirst = [...lists].sort((one, other) => (one.fetched_at < other.fetched_at ? -1 : 1));
  const named = oldestFirst.slice(0, MOST_NAMED);
  const days = [...new Set(named.map(({ fetched_at }) => dayInFull(fetched_at)))];
  const ofDays = days.map((day) => {
    const ofDay = named.filter(({ fetched_at }) => dayInFull(fetched_at) === day);
    return `${ofDay.map(({ bots }) => botsOf(bots)).join(', ')} of ${day}`;
  });
  const rest = lists.length - named.length;
  const names = [...ofDays, ...(rest > 0 ? [`and ${inFull(rest)} more`] : [])].join('; ');
  const [is, bots] =
    count === 1
      ? ['is older than it proves', 'its bots']
      : ['are older than they prove', 'their bots'];
  return `${inFull(count)} ${is} anything (${names}): visits in the name of ${bots} are not called spoofed.`;
}

function botsOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${counted(others.length, 'other')}`;
}
