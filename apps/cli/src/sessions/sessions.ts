import { createSignInCode, idleSince, sessionDocument } from '@app/access';
import { loadConfig } from '@app/config';
import { type AccountRow, Accounts, Sessions } from '@app/storage';
import { chosenAccounts } from '../accounts/accounts.js';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { CommandError } from '../program/failure.js';
import { renderList } from '../program/list.js';
import { pageUrl } from '../program/page.js';

const HEADINGS = ['ID', 'ACCOUNT', 'KEY', 'SCOPE', 'SIGNED IN', 'LAST USED', 'ENDS'];
const NONE = `No browser is signed in. Sign one in with \`${BOTGAUGE} sessions sign-in\`.`;

/**
 * Makes a code and the address with it.
 *
 * @throws CommandError when there is no page to sign in to, or no account
 */
export async function makeSignIn(dependencies: Dependencies, accountId?: string): Promise<Answer> {
  const config = loadConfig(dependencies.env);
  const page = pageUrl(config);
  if (page === undefined) {
    throw new CommandError(
      'There is no page to sign in to, because DASHBOARD is false: set it to true and start the API again.',
    );
  }
  const { account, others, code, endsAt } = await withDatabase(dependencies, async (pool) => {
    const [account, ...others] = await chosenAccounts(new Accounts(pool), accountId);
    if (!account) throw noAccountYet();
    return { account, others, ...(await createSignInCode(new Sessions(pool), account.id)) };
  });
  const url = `${page}#sign-in=${code}`;
  const document = { url, code, account_id: account.public_id, expires_at: endsAt.toISOString() };
  return { document, text: [url, '', ...explained(account, others.length > 0)].join('\n') };
}

function explained({ name, public_id: id }: AccountRow, hasOthers: boolean): string[] {
  const lines = [
    `Open this address in your browser within 5 minutes. It signs in once, to the account ${name} (${id}).`,
  ];
  if (hasOthers)
    lines.push(
      `For another account add --account acc_…: see the ids with \`${BOTGAUGE} accounts list\`.`,
    );
  return lines;
}

export async function listSessions(
  dependencies: Dependencies,
  accountId?: string,
): Promise<Answer> {
  const now = Date.now();
  const document = await withDatabase(dependencies, async (pool) => {
    const sessions = new Sessions(pool);
    const listed: ReturnType<typeof listedSession>[] = [];
    for (const account of await chosenAccounts(new Accounts(pool), accountId)) {
      const rows = await sessions.listSessions(account.id, new Date(now), idleSince(now));
      rows.sort((one, other) => other.last_used_at.getTime() - one.last_used_at.getTime());
      listed.push(...rows.map((row) => listedSession(sessionDocument(row), account)));
    }
    return listed;
  });
  const table = renderList(HEADINGS, document.map(cells));
  return { document, text: document.length > 0 ? table : NONE };
}

export async function endSession(dependencies: Dependencies, id: string): Promise<Answer> {
  const isEnded = await withDatabase(dependencies, (pool) => new Sessions(pool).endSession(id));
  if (!isEnded) {
    throw new CommandError(
      `There is no session ${id}: see the ids with \`${BOTGAUGE} sessions list\`.`,
    );
  }
  return {
    document: { id, ended: true },
    text: `Session ${id} is ended: its browser is signed out.`,
  };
}

function listedSession(session: ReturnType<typeof sessionDocument>, account: AccountRow) {
  return { ...session, account_id: account.public_id };
}

function cells(session: ReturnType<typeof listedSession>): string[] {
  const { id, account_id, key_name, scope, created_at, last_used_at, expires_at } = session;
  return [id, account_id, key_name, scope, created_at, last_used_at, expires_at];
}

function noAccountYet(): CommandError {
  return new CommandError(
    `There is no account yet: make one with \`${BOTGAUGE} accounts create --name NAME\`.`,
  );
}
