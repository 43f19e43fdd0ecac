import { Accounts } from '@app/storage';
import { chosenAccounts } from '../accounts/require-account.js';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import { renderTable } from '../output/table.js';
import type { Dependencies } from '../program/dependencies.js';
import { websiteDocument } from './website-document.js';

const HEADINGS = ['ID', 'ACCOUNT', 'DOMAIN', 'TRACKING ID', 'CREATED'];
const NONE =
  'There is no website yet. Make one with `botgauge websites create --account acc_… --domain DOMAIN`.';

export async function listWebsites(
  dependencies: Dependencies,
  accountId?: string,
): Promise<Answer> {
  const document = await withDatabase(dependencies, async (pool) => {
    const accounts = new Accounts(pool);
    const websites: ReturnType<typeof websiteDocument>[] = [];
    for (const account of await chosenAccounts(accounts, accountId)) {
      for (const row of await accounts.listWebsites(account.id)) {
        websites.push(websiteDocument(row, account));
      }
    }
    return websites;
  });
  const table = renderTable(HEADINGS, document.map(Object.values));
  return { document, text: document.length > 0 ? table : NONE };
}
