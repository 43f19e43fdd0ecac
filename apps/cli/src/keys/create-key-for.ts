import { createKey } from '@app/access';
import { Accounts } from '@app/storage';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import type { Dependencies } from '../program/dependencies.js';
import { checkOwnerOptions, findOwner } from './key-owner.js';
import type { KeyOptions } from './key-options.js';
import { printedKey } from './printed-key.js';

const NAMES = { api: 'API Key', bot: 'Bot Tracking Key' };

export async function createKeyFor(
  dependencies: Dependencies,
  options: KeyOptions,
): Promise<Answer> {
  checkOwnerOptions(options);
  const { kind, name = NAMES[kind], expiresAt, scope, account, website } = options;
  const { value, row } = await withDatabase(dependencies, async (pool) => {
    const accounts = new Accounts(pool);
    const owner = await findOwner(accounts, options);
    return createKey(accounts, { ...owner, kind, name, expiresAt, scope });
  });
  const belongsTo = kind === 'api' ? { account_id: account } : { website_id: website };
  return {
    document: { ...printedKey(row), ...belongsTo, key: value },
    text:
      `${value}\n\n` +
      `This ${NAMES[kind]} (${row.public_id}) is not shown again: keep it where only you can read it.`,
  };
}
