import type { AddressListRow, AddressListStore } from '@app/storage';
import {
  type AddressList,
  ADDRESS_LISTS,
  BUNDLED_LISTS,
  type ListContent,
} from '@app/verification';
import { type FetchedList, fetchList } from './fetch-list.js';
import type { FetchOptions } from './fetch-text.js';
import { newestOf } from './list-in-use.js';
import { fetchedContents } from './load-lists.js';

/** What came of refreshing one list. */
export interface Refreshed {
  list: string;
  outcome: 'changed' | 'unchanged' | 'refused' | 'failed';
  /** How many prefixes it has now; null when it never had any. */
  prefixes: number | null;
  /** Why it was not refreshed. The last valid content stays in use. */
  reason: string | null;
}

export interface RefreshSettings extends FetchOptions {
  store: AddressListStore;
  lists?: readonly AddressList[];
  bundled?: readonly ListContent[];
  /** How long a list is good, and how long a failure lasts before the next try. */
  everySeconds?: number;
  retrySeconds?: number;
}

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
/** Longer than all fetches of a round can take: 40 lists, four at a time, two sources of 10 s. */
const LEASE_SECONDS = 900;
const AT_THE_SAME_TIME = 4;

/** Fetches the lists that are due, unless another worker does. */
export async function refreshDueLists(settings: RefreshSettings): Promise<Refreshed[]> {
  const lists = fetchable(settings);
  const claimed = await settings.store.claim(
    lists.map(({ id }) => id),
    LEASE_SECONDS,
  );
  return refresh(
    lists.filter(({ id }) => claimed.includes(id)),
    settings,
  );
}

/** Fetches every list that has an address, now. */
export function refreshAllLists(settings: RefreshSettings): Promise<Refreshed[]> {
  return refresh(fetchable(settings), settings);
}

const fetchable = ({ lists = ADDRESS_LISTS }: RefreshSettings) =>
  lists.filter(({ sources }) => sources.length > 0);

async function refresh(
  lists: readonly AddressList[],
  settings: RefreshSettings,
): Promise<Refreshed[]> {
  if (lists.length === 0) return [];
  const rows = await settings.store.find();
  const inUse = newestOf(settings.bundled ?? BUNDLED_LISTS, fetchedContents(rows));
  const results = new Map<string, Refreshed>();
  const waiting = [...lists];
  const lane = async () => {
    for (let list = waiting.shift(); list && !settings.signal?.aborted; list = waiting.shift()) {
      const kept = rows.find(({ id }) => id === list?.id);
      const before = inUse.find(({ id }) => id === list?.id)?.prefixes;
      const fetched = await fetchList(list, { inUse: before, etags: kept?.etags ?? {} }, settings);
      // A worker that stops has learnt nothing about the list: it is due again after the lease.
      if (settings.signal?.aborted) return;
      results.set(list.id, await settle(list.id, fetched, { kept, before, settings }));
    }
  };
  await Promise.all(Array.from({ length: AT_THE_SAME_TIME }, lane));
  return lists.flatMap(({ id }) => results.get(id) ?? []);
}

interface Settling {
  kept: AddressListRow | undefined;
  before: readonly string[] | undefined;
  settings: RefreshSettings;
}

/** Writes down what came of a list. */
async function settle(
  list: string,
  fetched: FetchedList,
  { kept, before, settings }: Settling,
): Promise<Refreshed> {
  const { store, everySeconds = DAY_SECONDS, retrySeconds = HOUR_SECONDS } = settings;
  switch (fetched.kind) {
    case 'valid': {
      await store.keep(list, fetched, everySeconds);
      const isSame = before?.join() === fetched.prefixes.join();
      const outcome = isSame ? 'unchanged' : 'changed';
      return { list, outcome, prefixes: fetched.prefixes.length, reason: null };
    }
    case 'unchanged':
      await store.confirm(list, everySeconds);
      return { list, outcome: 'unchanged', prefixes: kept?.prefixes?.length ?? null, reason: null };
    case 'refused':
    case 'failed':
      await store.noteFailure(list, fetched.fault, retrySeconds);
      return {
        list,
        outcome: fetched.kind,
        prefixes: before?.length ?? null,
        reason: fetched.fault,
      };
  }
}
