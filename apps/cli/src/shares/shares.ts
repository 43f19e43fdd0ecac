import { createShare, MOST_SHARES, shareDocument, shareUrl } from '@app/access';
import { loadConfig } from '@app/config';
import { EARLIEST_DATE, LATEST_DATE } from '@app/contracts';
import { type AccountRow, Accounts, type ListedShareRow, Shares } from '@app/storage';
import { chosenAccounts } from '../accounts/accounts.js';
import type { Answer, Dependencies } from '../program/answering.js';
import { publicApiUrl } from '../program/api.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { CommandError, UsageError } from '../program/failure.js';
import { renderList } from '../program/list.js';
import { requireWebsite } from '../websites/websites.js';

/** The options of `shares create`. */
export interface ShareOptions {
  website: string;
  name: string;
  from?: string;
  to?: string;
  expiresAt?: Date;
}

/** The options of `shares list`. */
export interface ListOptions {
  account?: string;
  website?: string;
}

const HEADINGS = [
  'ID',
  'WEBSITE',
  'NAME',
  'TOKEN',
  'FROM',
  'TO',
  'CREATED',
  'LAST USED',
  'EXPIRES',
];
const NONE = `There is no shared link. Make one with \`${BOTGAUGE} shares create --website ws_… --name NAME\`.`;

/**
 * Makes a shared link.
 *
 * @throws UsageError for days that no link can show; CommandError when there is no page that it
 *   could show, no such website, or too many links
 */
export async function createShareOf(
  dependencies: Dependencies,
  { website: id, name, from, to, expiresAt }: ShareOptions,
): Promise<Answer> {
  checkDays(from, to);
  const config = loadConfig(dependencies.env);
  if (!config.DASHBOARD) {
    throw new CommandError(
      'There is no page that a link could show, because DASHBOARD is false: set it to true and start the API again.',
    );
  }
  const { website, made } = await withDatabase(dependencies, async (pool) => {
    const website = await requireWebsite(new Accounts(pool), id);
    const made = await createShare(new Shares(pool), {
      websiteId: website.id,
      name,
      firstDay: from ?? null,
      lastDay: to ?? null,
      expiresAt: expiresAt ?? null,
      now: new Date(),
    });
    return { website, made };
  });
  if (!made) {
    throw new CommandError(
      `Website ${id} has ${MOST_SHARES} shared links, which is all that it may have: revoke one with \`${BOTGAUGE} shares revoke sh_…\`.`,
    );
  }
  const { token, row } = made;
  const url = shareUrl(publicApiUrl(config), token);
  return {
    document: { ...shareDocument(row), token, url },
    text:
      `${url}\n\n` +
      `Whoever has this address reads the reports of ${website.domain}. It is not shown again.\n` +
      `To stop it: ${BOTGAUGE} shares revoke ${row.public_id}`,
  };
}

export async function listShares(
  dependencies: Dependencies,
  { account: accountId, website: websiteId }: ListOptions,
): Promise<Answer> {
  if (accountId !== undefined && websiteId !== undefined)
    throw new UsageError(
      'A website belongs to one account: give --account or --website, not both.',
    );
  const document = await withDatabase(dependencies, async (pool) => {
    const accounts = new Accounts(pool);
    const shares = new Shares(pool);
    const now = new Date();
    if (websiteId !== undefined) {
      const { id, account_id } = await requireWebsite(accounts, websiteId);
      const owner = await accounts.findAccountById(account_id);
      const rows = await shares.listShares(account_id, id, now);
      return rows.map((row) => listedShare(row, owner));
    }
    const listed: ReturnType<typeof listedShare>[] = [];
    for (const account of await chosenAccounts(accounts, accountId)) {
      const rows = await shares.listShares(account.id, null, now);
      listed.push(...rows.map((row) => listedShare(row, account)));
    }
    return listed;
  });
  const table = renderList(HEADINGS, document.map(cells));
  return { document, text: document.length > 0 ? table : NONE };
}

export async function revokeShare(dependencies: Dependencies, id: string): Promise<Answer> {
  const row = await withDatabase(dependencies, (pool) => new Shares(pool).revokeShare(id));
  if (!row) {
    throw new CommandError(
      `There is no shared link ${id}: see the ids with \`${BOTGAUGE} shares list\`.`,
    );
  }
  return {
    document: { id, revoked: true },
    text: `Shared link ${id} (${row.name}) is revoked: nobody reads the reports of ${row.domain} with it any more.`,
  };
}

/** @throws UsageError */
function checkDays(from: string | undefined, to: string | undefined): void {
  for (const day of [from, to])
    if (day !== undefined && (day < EARLIEST_DATE || day > LATEST_DATE))
      throw new UsageError(
        `A link shows days from ${EARLIEST_DATE} to ${LATEST_DATE}, not ${day}.`,
      );
  if (from !== undefined && to !== undefined && from > to)
    throw new UsageError(`--from ${from} is after --to ${to}: give the first day as --from.`);
}

function listedShare(row: ListedShareRow, account: AccountRow | undefined) {
  return { ...shareDocument(row), account_id: account?.public_id ?? null, domain: row.domain };
}

function cells(share: ReturnType<typeof listedShare>): (string | null)[] {
  const { id, domain, name, first4, from, to, created_at, last_used_at, expires_at } = share;
  return [id, domain, name, `${first4}…`, from, to, created_at, last_used_at, expires_at];
}
