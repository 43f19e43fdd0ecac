import { createKey, keyDocument, rotateKey } from '@app/access';
import type { Key, KeyKind, KeyScope } from '@app/contracts';
import { type AccountRow, Accounts, Keys, type ListedKeyRow } from '@app/storage';
import { chosenAccounts, requireAccount } from '../accounts/accounts.js';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { CommandError, UsageError } from '../program/failure.js';
import { renderList } from '../program/list.js';
import { requireWebsite } from '../websites/websites.js';

/** The options of `keys create`. */
export interface KeyOptions {
  kind: KeyKind;
  account?: string;
  website?: string;
  name?: string;
  expiresAt?: Date;
  /** The scope of an API Key. */
  scope?: KeyScope;
}

const NAMES = { api: 'API Key', bot: 'Bot Tracking Key' };
/** The values of keys start like this. Their ids start with `key_`. */
const VALUE = /^(?:api|bot)_/;
const HEADINGS = [
  'ID',
  'KIND',
  'NAME',
  'KEY',
  'WEBSITE',
  'CREATED',
  'LAST USED',
  'EXPIRES',
  'REVOKED',
];
const NONE = `There is no key yet. Make one with \`${BOTGAUGE} keys create --kind bot --website ws_…\`.`;

export async function createKeyFor(
  dependencies: Dependencies,
  options: KeyOptions,
): Promise<Answer> {
  checkOwnerOptions(options);
  const { kind, name = NAMES[kind], expiresAt, scope, account, website } = options;
  const { value, row } = await withDatabase(dependencies, async (pool) => {
    const owner = await findOwner(new Accounts(pool), options);
    return createKey(new Keys(pool), { ...owner, kind, name, expiresAt, scope });
  });
  const belongsTo = kind === 'api' ? { account_id: account } : { website_id: website };
  return {
    document: { ...printedKey(row), ...belongsTo, key: value },
    text:
      `${value}\n\n` +
      `This ${NAMES[kind]} (${row.public_id}) is not shown again: keep it where only you can read it.`,
  };
}

export async function listKeys(dependencies: Dependencies, accountId?: string): Promise<Answer> {
  const document = await withDatabase(dependencies, async (pool) => {
    const keys = new Keys(pool);
    const listed: ReturnType<typeof listedKey>[] = [];
    for (const account of await chosenAccounts(new Accounts(pool), accountId)) {
      for (const row of await keys.listKeys(account.id)) listed.push(listedKey(row, account));
    }
    return listed;
  });
  const table = renderList(HEADINGS, document.map(cells));
  return { document, text: document.length > 0 ? table : NONE };
}

export async function rotateKeyOf(
  dependencies: Dependencies,
  id: string,
  overlapSeconds: number,
): Promise<Answer> {
  refuseValue(id);
  const now = new Date();
  const endsAt = new Date(now.getTime() + overlapSeconds * 1_000);
  const successor = await withDatabase(dependencies, async (pool) => {
    const keys = new Keys(pool);
    const { kind, expires_at: expiresAt, account_id: accountId } = await findKey(keys, id);
    const rotation = { accountId, publicId: id, kind, now, endsAt, expiresAt };
    return rotateKey(keys, { ...rotation, mostLiveKeys: null });
  });
  if (!successor) {
    throw new CommandError(
      `Key ${id} has expired, was revoked or was already rotated: see \`${BOTGAUGE} keys list\`, then rotate its successor or create a new key.`,
    );
  }
  const { value, row } = successor;
  return {
    document: { ...printedKey(row), replaces: id, key: value },
    text:
      `${value}\n\n` +
      `This key (${row.public_id}) is not shown again: keep it where only you can read it.\n` +
      `The old one (${id}) stops at ${endsAt.toISOString()} at the latest.`,
  };
}

export async function revokeKey(dependencies: Dependencies, id: string): Promise<Answer> {
  refuseValue(id);
  const row = await withDatabase(dependencies, (pool) => new Keys(pool).revokeKey(id));
  if (!row) throw noKey(id);
  const document = printedKey(row);
  return {
    document,
    text: `Key ${id} (${row.name}, …${row.last4}) is revoked since ${document.revoked_at}. It stops working everywhere within 10 seconds.`,
  };
}

/**
 * Finds a key of any account.
 *
 * @throws CommandError when there is none
 */
export async function findKey(
  keys: Keys,
  id: string,
): Promise<ListedKeyRow & { account_id: number }> {
  const accountId = await keys.findKeyOwner(id);
  const key = accountId === undefined ? undefined : await keys.findAccountKey(accountId, id);
  if (accountId === undefined || !key) throw noKey(id);
  return { ...key, account_id: accountId };
}

/**
 * Checks that the options fit the kind.
 *
 * @throws UsageError when they do not
 */
function checkOwnerOptions({ kind, account, website, scope }: KeyOptions): void {
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

/** Returns what a key belongs to: an account, and for a Bot Tracking Key also a website. */
async function findOwner(accounts: Accounts, { account = '', website }: KeyOptions) {
  if (website === undefined) {
    return { accountId: (await requireAccount(accounts, account)).id, websiteId: null };
  }
  const found = await requireWebsite(accounts, website);
  return { accountId: found.account_id, websiteId: found.id };
}

/**
 * Refuses a key's value in place of its id. A value must not be repeated on a terminal or in a log.
 *
 * @throws UsageError when the id of a key is a value
 */
export function refuseValue(id: string): void {
  if (!VALUE.test(id)) return;
  throw new UsageError(
    `That is a key's value, not its id: find the id by the last 4 characters in \`${BOTGAUGE} keys list\`.`,
  );
}

function noKey(id: string): CommandError {
  return new CommandError(`There is no key ${id}: see the ids with \`${BOTGAUGE} keys list\`.`);
}

type PrintedKey = Omit<Key, 'website_id'>;

/** Returns a key as it is printed, without its value and without what it belongs to. */
export function printedKey(row: ListedKeyRow): PrintedKey {
  const key: PrintedKey & Partial<Key> = keyDocument(row);
  delete key.website_id;
  return key;
}

function listedKey(row: ListedKeyRow, account: AccountRow) {
  const website = { website_id: row.website_id ?? null, domain: row.domain ?? null };
  return { ...printedKey(row), account_id: account.public_id, ...website };
}

function cells(key: ReturnType<typeof listedKey>): (string | null)[] {
  const { id, kind, name, last4, domain, created_at, last_used_at, expires_at, revoked_at } = key;
  return [id, kind, name, `…${last4}`, domain, created_at, last_used_at, expires_at, revoked_at];
}
