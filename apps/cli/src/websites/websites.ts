import { newPublicId } from '@app/access';
import type { WebsiteBehaviour, WebsiteCount } from '@app/contracts';
import { type AccountRow, Accounts, type WebsiteRow } from '@app/storage';
import { chosenAccounts, requireAccount } from '../accounts/accounts.js';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { CommandError } from '../program/failure.js';
import { renderList } from '../program/list.js';

/** The options of `websites create`. */
export interface WebsiteOptions {
  account: string;
  domain: string;
  count: WebsiteCount;
  behaviour: WebsiteBehaviour;
}

/** The options of `websites update`. */
export interface WebsiteUpdateOptions {
  domain?: string;
  count?: WebsiteCount;
  behaviour?: WebsiteBehaviour;
}

const HEADINGS = ['ID', 'ACCOUNT', 'DOMAIN', 'TRACKING ID', 'COUNTS', 'BEHAVIOUR', 'CREATED'];
const NONE = `There is no website yet. Make one with \`${BOTGAUGE} websites create --account acc_… --domain DOMAIN\`.`;

export function createWebsite(
  dependencies: Dependencies,
  { account: accountId, domain, count: counts, behaviour }: WebsiteOptions,
): Promise<Answer> {
  return withDatabase(dependencies, async (pool) => {
    const accounts = new Accounts(pool);
    const account = await requireAccount(accounts, accountId);
    const publicId = newPublicId('website');
    const row = await accounts.createWebsite({
      accountId: account.id,
      publicId,
      trackingId: newPublicId('tracking'),
      domain,
      counts,
      behaviour,
    });
    if (!row) throw domainTaken(accountId, domain);
    return {
      document: websiteDocument(row, account),
      text:
        `Website ${publicId} (${domain}) is made.\n` +
        `Next: ${BOTGAUGE} keys create --kind bot --website ${publicId}`,
    };
  });
}

export async function updateWebsite(
  dependencies: Dependencies,
  id: string,
  { domain, count: counts, behaviour }: WebsiteUpdateOptions,
): Promise<Answer> {
  if (domain === undefined && counts === undefined && behaviour === undefined)
    throw new CommandError('Nothing to change: name --domain, --count or --behaviour.');
  return withDatabase(dependencies, async (pool) => {
    const accounts = new Accounts(pool);
    const { id: websiteId, account_id } = await requireWebsite(accounts, id);
    const account = await accounts.findAccountById(account_id);
    const row = await accounts.updateWebsite(websiteId, { domain, counts, behaviour });
    if (!row || !account) throw noWebsite(id);
    if (row === 'taken') throw domainTaken(account.public_id, domain ?? '');
    const what = row.counts === 'pages' ? 'pages only' : 'every request';
    const judged = row.behaviour === 'off' ? 'their agents only' : 'what they ask for, too';
    return {
      document: websiteDocument(row, account),
      text:
        `Website ${id} has the domain ${row.domain} and counts ${what}. Its visits are judged by ${judged}. ` +
        'Visits that have been counted stay.',
    };
  });
}

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
  const table = renderList(HEADINGS, document.map(Object.values));
  return { document, text: document.length > 0 ? table : NONE };
}

export async function deleteWebsite(dependencies: Dependencies, id: string): Promise<Answer> {
  const website = await withDatabase(dependencies, async (pool) => {
    const accounts = new Accounts(pool);
    const found = await requireWebsite(accounts, id);
    if (await accounts.deleteWebsite(found.account_id, id)) return found;
    throw noWebsite(id);
  });
  return {
    document: { id, deleted: true },
    text: `Website ${id} (${website.domain}) is deleted. Its keys stop within 10 seconds; a worker erases its visits.`,
  };
}

/**
 * Returns the website with a public id.
 *
 * @throws CommandError when there is none
 */
export async function requireWebsite(accounts: Accounts, id: string): Promise<WebsiteRow> {
  const found = await accounts.findWebsite(id);
  if (found) return found;
  throw noWebsite(id);
}

function domainTaken(accountId: string, domain: string): CommandError {
  return new CommandError(
    `Account ${accountId} has a website ${domain} already: see its id with \`${BOTGAUGE} websites list --account ${accountId}\`.`,
  );
}

function noWebsite(id: string): CommandError {
  return new CommandError(
    `There is no website ${id}: see the ids with \`${BOTGAUGE} websites list\`.`,
  );
}

/** Returns a website as it is printed. */
function websiteDocument(row: WebsiteRow, account: AccountRow) {
  return {
    id: row.public_id,
    account_id: account.public_id,
    domain: row.domain,
    tracking_id: row.tracking_id,
    count: row.counts,
    behaviour: row.behaviour,
    created_at: row.created_at.toISOString(),
  };
}
