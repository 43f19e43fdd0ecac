import { newPublicId } from '@app/access';
import { type Limits, limitsOf, type PlanName } from '@app/contracts';
import { count } from '@app/report-text';
import { type AccountChanges, type AccountRow, Accounts } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { CommandError, UsageError } from '../program/failure.js';
import { renderList } from '../program/list.js';

/** The options of `accounts create`. */
export interface AccountOptions extends Partial<Limits> {
  name: string;
  plan: PlanName;
}

const HEADINGS = [
  'ID',
  'NAME',
  'PLAN',
  'API/MIN',
  'INGEST/MIN OF A KEY',
  'OF ALL KEYS',
  'LIVE KEYS',
  'WEBSITES',
  'FETCHES S/DAY',
  'CREATED',
];
const NONE = `There is no account yet. Make one with \`${BOTGAUGE} accounts create --name NAME\`.`;

export async function createAccount(
  dependencies: Dependencies,
  options: AccountOptions,
): Promise<Answer> {
  const publicId = newPublicId('account');
  const account = { ...options, publicId };
  const row = await withDatabase(dependencies, (pool) => new Accounts(pool).createAccount(account));
  return {
    document: accountDocument(row),
    text:
      `Account ${publicId} (${row.name}, plan ${row.plan}) is made.\n` +
      `Next: ${BOTGAUGE} websites create --account ${publicId} --domain shop.example`,
  };
}

/**
 * Changes an account.
 *
 * @throws UsageError when nothing is to be changed, CommandError when there is no such account
 */
export async function updateAccount(
  dependencies: Dependencies,
  id: string,
  changes: AccountChanges,
): Promise<Answer> {
  if (Object.values(changes).every((change) => change === undefined)) {
    throw new UsageError(
      'Name what to change: --name, --plan, a number of requests per minute, --max-live-keys, --max-websites, or --fetch-seconds-per-day.',
    );
  }
  const row = await withDatabase(dependencies, (pool) =>
    new Accounts(pool).updateAccount(id, changes),
  );
  if (!row) throw noAccount(id);
  const document = accountDocument(row);
  const { name, plan, api_requests_per_minute: api, ingest_requests_per_minute: ingest } = document;
  const { total_ingest_requests_per_minute: total, max_live_keys: keys } = document;
  const { max_websites: websites, fetch_seconds_per_day: seconds } = document;
  return {
    document,
    text:
      `Account ${id} (${name}, plan ${plan}) may make ${count(api)} API requests per minute, and ` +
      `${count(ingest)} ingestion requests with each Bot Tracking Key (${count(total)} with all of them). ` +
      `It may have ${count(keys)} live keys and ${count(websites)} websites, whose robots.txt and sitemaps are fetched for up to ${count(seconds)} seconds a day. This takes effect everywhere within 10 seconds.`,
  };
}

export async function listAccounts(dependencies: Dependencies): Promise<Answer> {
  const rows = await withDatabase(dependencies, (pool) => new Accounts(pool).listAccounts());
  const document = rows.map(accountDocument);
  const table = renderList(HEADINGS, document.map(Object.values));
  return { document, text: rows.length > 0 ? table : NONE };
}

/** Returns an account as it is printed. The limits are those in force: its own, or the plan's. */
function accountDocument(row: AccountRow) {
  const limits = limitsOf(row);
  return {
    id: row.public_id,
    name: row.name,
    plan: row.plan,
    api_requests_per_minute: limits.apiRequestsPerMinute,
    ingest_requests_per_minute: limits.ingestRequestsPerMinute,
    total_ingest_requests_per_minute: limits.totalIngestRequestsPerMinute,
    max_live_keys: limits.maxLiveKeys,
    max_websites: limits.maxWebsites,
    fetch_seconds_per_day: limits.fetchSecondsPerDay,
    created_at: row.created_at.toISOString(),
  };
}

/**
 * Returns the account with a public id.
 *
 * @throws CommandError when there is none
 */
export async function requireAccount(accounts: Accounts, publicId: string): Promise<AccountRow> {
  const account = await accounts.findAccount(publicId);
  if (account) return account;
  throw noAccount(publicId);
}

function noAccount(id: string): CommandError {
  return new CommandError(
    `There is no account ${id}: see the ids with \`${BOTGAUGE} accounts list\`.`,
  );
}

/** Returns the account with a public id, or every account without one. */
export async function chosenAccounts(accounts: Accounts, publicId?: string): Promise<AccountRow[]> {
  return publicId === undefined
    ? accounts.listAccounts()
    : [await requireAccount(accounts, publicId)];
}
