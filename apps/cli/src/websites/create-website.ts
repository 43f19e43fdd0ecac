import { newPublicId } from '@app/access';
import { Accounts } from '@app/storage';
import { requireAccount } from '../accounts/require-account.js';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import { CommandError } from '../program/command-error.js';
import type { Dependencies } from '../program/dependencies.js';
import { websiteDocument } from './website-document.js';
import type { WebsiteOptions } from './website-options.js';

export function createWebsite(
  dependencies: Dependencies,
  { account: accountId, domain }: WebsiteOptions,
): Promise<Answer> {
  return withDatabase(dependencies, async (pool) => {
    const accounts = new Accounts(pool);
    const account = await requireAccount(accounts, accountId);
    const publicId = newPublicId('website');
    const trackingId = newPublicId('tracking');
    const row = await accounts.createWebsite({
      accountId: account.id,
      publicId,
      trackingId,
      domain,
    });
    if (!row) {
      throw new CommandError(
        `Account ${accountId} has a website ${domain} already: see its id with \`botgauge websites list --account ${accountId}\`.`,
      );
    }
    return {
      document: websiteDocument(row, account),
      text:
        `Website ${publicId} (${domain}) is made.\n` +
        `Next: botgauge keys create --kind bot --website ${publicId}`,
    };
  });
}
