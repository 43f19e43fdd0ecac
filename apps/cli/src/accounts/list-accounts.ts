import { Accounts } from '@app/storage';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import { renderTable } from '../output/table.js';
import type { Dependencies } from '../program/dependencies.js';
import { accountDocument } from './account-document.js';

const HEADINGS = ['ID', 'NAME', 'PLAN', 'API/MIN', 'INGEST/MIN', 'CREATED'];
const NONE = 'There is no account yet. Make one with `botgauge accounts create --name NAME`.';

export async function listAccounts(dependencies: Dependencies): Promise<Answer> {
  const rows = await withDatabase(dependencies, (pool) => new Accounts(pool).listAccounts());
  const document = rows.map(accountDocument);
  const table = renderTable(HEADINGS, document.map(Object.values));
  return { document, text: rows.length > 0 ? table : NONE };
}
