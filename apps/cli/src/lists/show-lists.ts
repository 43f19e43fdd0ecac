import { type ListInUse, type Standing, standingOf } from '@app/address-lists';
import type { AddressListRow } from '@app/storage';
import { type AddressList, ADDRESS_LISTS } from '@app/verification';
import type { Answer, Dependencies } from '../program/answering.js';
import { renderList } from '../program/list.js';
import { aboutSetting, type CurrentLists, currentLists } from './current-lists.js';
import { provedTimeOf } from './proved-time-of.js';

const DAY_MS = 86_400_000;
const HEADINGS = ['LIST', 'PROVIDER', 'PREFIXES', 'DATE', 'AGE', 'SPOOFED UNTIL', 'ORIGIN'];

export async function showLists(dependencies: Dependencies, now = Date.now()): Promise<Answer> {
  const current = await currentLists(dependencies);
  const lists = ADDRESS_LISTS.map((list) =>
    listDocument(list, {
      content: current.lists.find(({ id }) => id === list.id),
      row: current.rows.find(({ id }) => id === list.id),
      proves: provesUntil(list, current.lists),
      now,
    }),
  );
  const { from, faults } = current;
  const verify_lists = typeof from === 'object' ? from.directory : from;
  const standing = standingOf(current.lists, now);
  const document = {
    ...{ verify_lists, from_database: from === 'refresh' && !current.isWithoutDatabase },
    ...{ counts: countsOf(standing), lists, unused_files: faults },
  };
  return { document, text: render(lists, current, { now, standing }) };
}

interface Known {
  content: ListInUse | undefined;
  row: AddressListRow | undefined;
  /** Until when an address outside may be called spoofed; null if never. */
  proves: number | null;
  now: number;
}

/** The counts of the API's `address_lists`. */
function countsOf({ lists, current, old, missing, releaseOnly }: Standing) {
  return { lists, current, old, missing, release_only: releaseOnly };
}

/** Returns until when the operator's lists call a bot of this list spoofed; null if never. */
function provesUntil(list: AddressList, contents: readonly ListInUse[]): number | null {
  if (list.completeFor.length === 0) return null;
  return provedTimeOf(list.provider, contents)?.provesUntil ?? null;
}

/** Returns a list as it is printed with `--json`. */
function listDocument(list: AddressList, { content, row, proves, now }: Known) {
  const at = content === undefined ? undefined : Date.parse(content.fetchedAt);
  return {
    id: list.id,
    provider: list.provider,
    role: list.role,
    prefixes: content?.prefixes.length ?? null,
    fetched_at: at === undefined ? null : new Date(at).toISOString(),
    age_days: at === undefined ? null : Math.floor((now - at) / DAY_MS),
    complete_for: list.completeFor,
    proves_spoofing_until: proves === null ? null : new Date(proves).toISOString(),
    origin: content?.origin ?? null,
    published: list.published,
    sources: list.sources,
    failed_at: row?.failed_at?.toISOString() ?? null,
    failure: row?.failure ?? null,
  };
}

type ListDocument = ReturnType<typeof listDocument>;

function render(
  lists: ListDocument[],
  current: CurrentLists,
  { now, standing }: { now: number; standing: Standing },
): string {
  const rows = lists.map((list) => [
    list.id,
    list.provider,
    list.prefixes,
    dayOf(list.fetched_at),
    list.age_days === null ? null : count(list.age_days, 'day'),
    spoofedUntil(list, now),
    list.origin,
  ]);
  const proving = lists.filter(({ proves_spoofing_until: until }) => isAhead(until, now));
  const failures = lists.flatMap(({ id, failed_at, failure }) =>
    failure === null ? [] : [`  ${id}, ${failed_at}: ${failure}`],
  );
  return [
    renderList(HEADINGS, rows),
    '',
    ...part('Not refreshed at the last try:', failures),
    ...part(
      'Files that are not used:',
      current.faults.map(({ file, fault }) => `  ${file}: ${fault}`),
    ),
    `${proving.length} of ${lists.length} lists prove today that a bot was spoofed.`,
    inWords(standing),
    aboutSetting(current),
  ].join('\n');
}

/** Says the same as the page of the service. */
function inWords({ lists, current, old, missing, releaseOnly }: Standing): string {
  return [
    `Of the ${lists} lists of bots that operators publish for programs, ${current} are current`,
    ...(old > 0 ? [`${old} are older than they prove anything`] : []),
    ...(missing > 0 ? [`${missing} were never fetched`] : []),
    `${releaseOnly} further ones come with releases only.`,
  ].join('; ');
}

function spoofedUntil({ proves_spoofing_until: until }: ListDocument, now: number): string | null {
  if (until === null) return null;
  return isAhead(until, now) ? dayOf(until) : `ended ${dayOf(until)}`;
}

const isAhead = (until: string | null, now: number) => until !== null && Date.parse(until) >= now;
const dayOf = (time: string | null) => time?.slice(0, 10) ?? null;
const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
const part = (title: string, lines: string[]) => (lines.length > 0 ? [title, ...lines, ''] : []);
