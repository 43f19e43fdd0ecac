import { loadLists } from '@app/address-lists';
import type { VerifyLists } from '@app/config';
import { ADDRESS_LISTS, type ListContent } from '@app/verification';
import { currentLists } from '../lists/current-lists.js';
import { provedTimeOf } from '../lists/proved-time-of.js';
import type { Dependencies } from '../program/answering.js';
import { CommandError } from '../program/failure.js';

/** The lists with which a dry run compares addresses, and what it says of them. */
export interface ComparedLists {
  lists: readonly ListContent[];
  document: ListsDocument;
  text: string;
}

/** The lists in the document of `--json`. */
interface ListsDocument extends ListTimes {
  source: 'refresh' | 'bundled' | 'folder' | 'off';
}

/** When the lists were found valid, and what they can tell: ISO 8601, or null without lists. */
interface ListTimes {
  oldest: string | null;
  newest: string | null;
  /** Before it and after the next one, no visit of any bot can be called spoofed. */
  proves_spoofing_from: string | null;
  proves_spoofing_until: string | null;
}

/**
 * Returns the lists by which a worker with these settings would judge. A dry run needs no database:
 * where none is named, or where it is at fault, those of the release are taken, and it is said.
 *
 * @throws ConfigError
 */
export async function comparedLists(dependencies: Dependencies): Promise<ComparedLists> {
  const { from, lists, why } = await listsToTake(dependencies);
  if (from === 'off')
    return { lists: [], document: { source: 'off', ...NO_TIMES }, text: NOT_COMPARED };
  const times = timesOf(lists);
  return {
    lists,
    document: { source: typeof from === 'object' ? 'folder' : from, ...times },
    text: [
      `Addresses were compared with ${nameOf(from)} (${dayOf(times.oldest)} to ${dayOf(times.newest)}).`,
      ...(why === undefined ? [] : [why]),
      reachOf(times),
    ].join('\n'),
  };
}

interface TakenLists {
  from: VerifyLists;
  lists: readonly ListContent[];
  /** Why they are not those of the database, where they could be. */
  why?: string;
}

async function listsToTake(dependencies: Dependencies): Promise<TakenLists> {
  try {
    const { from, lists, isWithoutDatabase } = await currentLists(dependencies);
    return isWithoutDatabase ? { from: 'bundled', lists, why: NO_DATABASE } : { from, lists };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { lists } = await loadLists({ from: 'bundled', rows: [] });
    return { from: 'bundled', lists, why: error.message };
  }
}

const NO_DATABASE =
  'No database is named (DATABASE_URL) and no service was started here: a service that runs elsewhere has newer lists.';
const NOT_COMPARED = 'VERIFY_LISTS=off: addresses were compared with no list.';
const NO_TIMES: ListTimes = {
  ...{ oldest: null, newest: null },
  ...{ proves_spoofing_from: null, proves_spoofing_until: null },
};

function nameOf(from: Exclude<VerifyLists, 'off'>): string {
  if (from === 'refresh') return 'the lists that the service uses';
  if (from === 'bundled') return 'the lists of this release';
  return `the lists of this release and of ${from.directory}`;
}

function timesOf(lists: readonly ListContent[]): ListTimes {
  const dates = lists.map(({ fetchedAt }) => Date.parse(fetchedAt));
  const complete = ADDRESS_LISTS.filter(({ completeFor }) => completeFor.length > 0);
  const operators = new Set(complete.map(({ provider }) => provider));
  const proved = [...operators].flatMap((operator) => provedTimeOf(operator, lists) ?? []);
  return {
    oldest: timeOf(Math.min(...dates)),
    newest: timeOf(Math.max(...dates)),
    proves_spoofing_from: timeOf(Math.min(...proved.map(({ provesFrom }) => provesFrom))),
    proves_spoofing_until: timeOf(Math.max(...proved.map(({ provesUntil }) => provesUntil))),
  };
}

function reachOf({ proves_spoofing_from: from, proves_spoofing_until: until }: ListTimes): string {
  return `By these lists, no visit before ${dayOf(from)} or after ${dayOf(until)} can be called spoofed.`;
}

const timeOf = (time: number) => new Date(time).toISOString();
const dayOf = (time: string | null) => time?.slice(0, 10);
