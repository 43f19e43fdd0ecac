import { newPublicId } from '@app/access';
import { Accounts } from '@app/storage';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import type { Dependencies } from '../program/dependencies.js';
import { accountDocument } from './account-document.js';
import type { AccountOptions } from './account-options.js';

export async function createAccount(
  dependencies: Dependencies,
  { name, plan, apiRequestsPerMinute, ingestRequestsPerMinute }: AccountOptions,
): Promise<Answer> {
  const publicId = newPublicId('account');
  const account = { publicId, name, plan, apiRequestsPerMinute, ingestRequestsPerMinute };
  const row = await withDatabase(dependencies, (pool) => new Accounts(pool).createAccount(account));
  return {
    document: accountDocument(row),
    text:
      `Account ${publicId} (${name}, plan ${plan}) is made.\n` +
      `Next: botgauge websites create --account ${publicId} --domain shop.example`,
  };
}
