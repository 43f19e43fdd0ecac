import type { AccountRow, Accounts } from '@app/storage';
import { CommandError } from '../program/command-error.js';

/** The account of a public id. */
export async function requireAccount(accounts: Accounts, publicId: string): Promise<AccountRow> {
  const account = await accounts.findAccount(publicId);
  if (account) return account;
  throw new CommandError(
    `There is no account ${publicId}: see the ids with \`botgauge accounts list\`.`,
  );
}

/** The account of a public id, or every account without one. */
export async function chosenAccounts(accounts: Accounts, publicId?: string): Promise<AccountRow[]> {
  return publicId === undefined
    ? accounts.listAccounts()
    : [await requireAccount(accounts, publicId)];
}
