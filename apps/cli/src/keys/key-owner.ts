import type { Accounts } from '@app/storage';
import { requireAccount } from '../accounts/require-account.js';
import { CommandError, UsageError } from '../program/command-error.js';
import type { KeyOptions } from './key-options.js';

/** What a key belongs to: an account, and a website when it is a Bot Tracking Key. */
export interface KeyOwner {
  accountId: number;
  websiteId: number | null;
}

/** @throws UsageError when the options do not fit the kind */
export function checkOwnerOptions({ kind, account, website, scope }: KeyOptions): void {
  if (kind === 'bot' && scope !== undefined) {
    throw new UsageError('A key of kind bot has no scope: leave --scope out.');
  }
  if (kind === 'api' && (account === undefined || website !== undefined)) {
    throw new UsageError(
      'A key of kind api belongs to an account: give --account acc_… and no --website.',
    );
  }
  if (kind === 'bot' && (website === undefined || account !== undefined)) {
    throw new UsageError(
      'A key of kind bot belongs to a website: give --website ws_… and no --account.',
    );
  }
}

export async function findOwner(
  accounts: Accounts,
  { account = '', website }: KeyOptions,
): Promise<KeyOwner> {
  if (website === undefined) {
    return { accountId: (await requireAccount(accounts, account)).id, websiteId: null };
  }
  const found = await accounts.findWebsite(website);
  if (found) return { accountId: found.account_id, websiteId: found.id };
  throw new CommandError(
    `There is no website ${website}: see the ids with \`botgauge websites list\`.`,
  );
}
