import { type LoadedLists, loadLists } from '@app/address-lists';
import { loadConfig, type VerifyLists } from '@app/config';
import { type AddressListRow, AddressListStore } from '@app/storage';
import type { Dependencies } from '../program/answering.js';
import { withDatabase } from '../program/database.js';

export interface CurrentLists extends LoadedLists {
  from: VerifyLists;
  /** What the database knows about each list; nothing when it is not needed. */
  rows: AddressListRow[];
}

/**
 * Returns the lists by which a worker with these settings judges. When nothing is verified by
 * lists, those of the release are returned all the same, because the operator asks about them.
 *
 * @throws ConfigError, and CommandError when the database is needed and at fault
 */
export async function currentLists(dependencies: Dependencies): Promise<CurrentLists> {
  const from = loadConfig(dependencies.env).VERIFY_LISTS;
  if (from !== 'refresh') {
    const store = { find: () => Promise.resolve([]) };
    const loaded = await loadLists({ from: from === 'off' ? 'bundled' : from, store });
    return { from, rows: [], ...loaded };
  }
  const rows = await withDatabase(dependencies, (pool) => new AddressListStore(pool).find());
  const loaded = await loadLists({ from, store: { find: () => Promise.resolve(rows) } });
  return { from, rows, ...loaded };
}

/** What the setting means for the operator, as the last lines of an answer. */
export function aboutSetting(from: VerifyLists): string {
  if (typeof from === 'object')
    return `VERIFY_LISTS names a folder: the newer of its file and the bundled list is used.`;
  const texts = {
    bundled:
      'VERIFY_LISTS=bundled: the lists are as old as this release. VERIFY_LISTS=refresh keeps them current.',
    refresh: 'VERIFY_LISTS=refresh: a worker fetches every list daily.',
    off: 'VERIFY_LISTS=off: nothing is verified by these lists.',
  };
  return texts[from];
}
