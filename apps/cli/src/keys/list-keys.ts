import { type AccountRow, Accounts, type ListedKeyRow } from '@app/storage';
import { chosenAccounts } from '../accounts/require-account.js';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import { renderTable } from '../output/table.js';
import type { Dependencies } from '../program/dependencies.js';
import { printedKey } from './printed-key.js';

const HEADINGS = [
  'ID',
  'KIND',
  'NAME',
  'KEY',
  'WEBSITE',
  'CREATED',
  'LAST USED',
  'EXPIRES',
  'REVOKED',
];
const NONE = 'There is no key yet. Make one with `botgauge keys create --kind bot --website ws_…`.';

export async function listKeys(dependencies: Dependencies, accountId?: string): Promise<Answer> {
  const document = await withDatabase(dependencies, async (pool) => {
    const accounts = new Accounts(pool);
    const keys: ReturnType<typeof listedKey>[] = [];
    for (const account of await chosenAccounts(accounts, accountId)) {
      for (const row of await accounts.listKeys(account.id)) keys.push(listedKey(row, account));
    }
    return keys;
  });
  const table = renderTable(HEADINGS, document.map(cells));
  return { document, text: document.length > 0 ? table : NONE };
}

function listedKey(row: ListedKeyRow, account: AccountRow) {
  const website = { website_id: row.website_id ?? null, domain: row.domain ?? null };
  return { ...printedKey(row), account_id: account.public_id, ...website };
}

function cells(key: ReturnType<typeof listedKey>): (string | null)[] {
  const { id, kind, name, last4, domain, created_at, last_used_at, expires_at, revoked_at } = key;
  return [id, kind, name, `…${last4}`, domain, created_at, last_used_at, expires_at, revoked_at];
}
