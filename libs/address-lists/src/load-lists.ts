import type { VerifyLists } from '@app/config';
import type { AddressListRow } from '@app/storage';
import {
  type AddressList,
  ADDRESS_LISTS,
  BUNDLED_LISTS,
  type ListContent,
} from '@app/verification';
import { type ListInUse, newestOf } from './list-in-use.js';
import { type FileFault, readDirectory } from './read-directory.js';

export interface LoadedLists {
  lists: ListInUse[];
  /** Files of the folder that are not used, with the reason. */
  faults: FileFault[];
}

export interface LoadSettings {
  from: VerifyLists;
  /** What the database knows about the lists. Only `refresh` looks at it. */
  rows: readonly AddressListRow[];
  lists?: readonly AddressList[];
  bundled?: readonly ListContent[];
}

/** Returns the contents of the lists that the setting asks for. */
export async function loadLists(settings: LoadSettings): Promise<LoadedLists> {
  const { from, rows, lists = ADDRESS_LISTS, bundled = BUNDLED_LISTS } = settings;
  if (from === 'off') return { lists: [], faults: [] };
  if (from === 'bundled') return { lists: newestOf(bundled, []), faults: [] };
  if (from === 'refresh') return { lists: newestOf(bundled, fetchedContents(rows)), faults: [] };
  const { contents, faults } = await readDirectory(from.directory, { lists, bundled });
  return { lists: newestOf(bundled, contents), faults };
}

/** Returns what workers have fetched. Lists that were never valid are left out. */
export function fetchedContents(rows: readonly AddressListRow[]): ListInUse[] {
  return rows.flatMap(({ id, prefixes, fetched_at: at }) =>
    prefixes && at ? [{ id, prefixes, fetchedAt: at.toISOString(), origin: 'fetched' }] : [],
  );
}
