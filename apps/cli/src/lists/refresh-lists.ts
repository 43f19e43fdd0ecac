import { type Refreshed, refreshAllLists } from '@app/address-lists';
import { loadConfig } from '@app/config';
import { AddressListStore } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { withDatabase } from '../program/database.js';
import { renderList } from '../program/list.js';

const HEADINGS = ['LIST', 'RESULT', 'PREFIXES', 'REASON'];

/** Fetches every list now, and keeps what is valid. */
export async function refreshLists(dependencies: Dependencies): Promise<Answer> {
  const from = loadConfig(dependencies.env).VERIFY_LISTS;
  const { fetch } = dependencies;
  const refreshed = await withDatabase(dependencies, (pool) =>
    refreshAllLists({ store: new AddressListStore(pool), ...(fetch ? { fetch } : {}) }),
  );
  const numberOf = (outcome: Refreshed['outcome']) =>
    refreshed.filter((one) => one.outcome === outcome).length;
  const [changed, unchanged] = [numberOf('changed'), numberOf('unchanged')];
  const missing = refreshed.length - changed - unchanged;
  const rows = refreshed.map(({ list, outcome, prefixes, reason }) => [
    list,
    outcome,
    prefixes,
    reason,
  ]);
  const text = [
    renderList(HEADINGS, rows),
    '',
    `${changed + unchanged} lists are current: ${changed} changed, ${unchanged} unchanged.`,
    ...(from === 'refresh'
      ? []
      : [
          'Workers judge by what was fetched only with VERIFY_LISTS=refresh, the default: another value is set here.',
        ]),
  ].join('\n');
  const failure = `${missing} of ${refreshed.length} lists were not refreshed: their last valid contents stay in use. See the reasons, then run the command again.`;
  return { document: { lists: refreshed }, text, ...(missing > 0 ? { failure } : {}) };
}
