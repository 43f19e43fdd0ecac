import { Accounts } from '@app/storage';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import { CommandError } from '../program/command-error.js';
import type { Dependencies } from '../program/dependencies.js';
import { printedKey } from './printed-key.js';
import { refuseValue } from './refuse-value.js';

export async function revokeKey(dependencies: Dependencies, id: string): Promise<Answer> {
  refuseValue(id);
  const row = await withDatabase(dependencies, (pool) => new Accounts(pool).revokeKey(id));
  if (!row) {
    throw new CommandError(`There is no key ${id}: see the ids with \`botgauge keys list\`.`);
  }
  const document = printedKey(row);
  return {
    document,
    text: `Key ${id} (${row.name}, …${row.last4}) is revoked since ${document.revoked_at}. It stops within 10 seconds everywhere.`,
  };
}
