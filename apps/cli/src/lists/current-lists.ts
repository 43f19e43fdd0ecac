import { type LoadedLists, loadLists } from '@app/address-lists';
import { loadConfig, type VerifyLists } from '@app/config';
import { type AddressListRow, AddressListStore } from '@app/storage';
import type { Dependencies } from '../program/answering.js';
import { withDatabase } from '../program/database.js';

export interface CurrentLists extends LoadedLists {
  from: VerifyLists;
  /** What the database knows about each list; nothing when it is not needed. */
  rows: AddressListRow[];
  /** Whether newer lists may be in a database that is not named here. */
  isWithoutDatabase: boolean;
}

/**
 * Returns the lists by which a worker with these settings judges. Where that cannot be known, those
 * of the release are returned, because the operator asks about them all the same: when nothing is
 * verified by lists, and when no database is named.
 *
 * @throws ConfigError, and CommandError when the database is needed and at fault
 */
export async function currentLists(dependencies: Dependencies): Promise<CurrentLists> {
  const { VERIFY_LISTS: from, DATABASE_URL } = loadConfig(dependencies.env);
  const isWithoutDatabase = from === 'refresh' && DATABASE_URL === undefined;
  const needsDatabase = from === 'refresh' && !isWithoutDatabase;
  const rows = needsDatabase
    ? await withDatabase(dependencies, (pool) => new AddressListStore(pool).find())
    : [];
  const loaded = await loadLists({ from: from === 'off' ? 'bundled' : from, rows });
  return { from, rows, isWithoutDatabase, ...loaded };
}

const WITHOUT_DATABASE =
  'No database is named (DATABASE_URL) and no service was started here, so these are the lists of this release. Where a worker runs with VERIFY_LISTS=refresh, the default, it fetches every list daily.';

/** What the setting means for the operator, as the last lines of an answer. */
export function aboutSetting({
  from,
  isWithoutDatabase,
}: Pick<CurrentLists, 'from' | 'isWithoutDatabase'>): string {
  if (typeof from === 'object')
    return `VERIFY_LISTS names a folder: the newer of its file and the bundled list is used.`;
  if (isWithoutDatabase) return WITHOUT_DATABASE;
  const texts = {
    bundled:
      'VERIFY_LISTS=bundled: the lists are as old as this release. VERIFY_LISTS=refresh, the default, keeps them current.',
    refresh:
      'VERIFY_LISTS=refresh: a worker fetches every list daily. VERIFY_LISTS=bundled fetches none.',
    off: 'VERIFY_LISTS=off: nothing is verified by these lists.',
  };
  return texts[from];
}
