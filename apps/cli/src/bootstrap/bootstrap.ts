import { createKey, newPublicId } from '@app/access';
import { Accounts, inTransaction, Keys } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { CommandError } from '../program/failure.js';

/** What the first start needs. */
interface Installation {
  accountId: string;
  websiteId: string;
  domain: string;
  apiKey: string;
  botKey: string;
}

/** Any fixed number. Simultaneous bootstraps take the same lock. */
const ADVISORY_LOCK = 0x626f6f74; // "boot"

const NOT_CREATED: Answer = {
  document: { created: false },
  text: `There is an account already: nothing was made. Make more keys with \`${BOTGAUGE} keys create\`.`,
};

function describeCreated({ accountId, websiteId, domain, apiKey, botKey }: Installation): Answer {
  return {
    document: {
      created: true,
      account_id: accountId,
      website_id: websiteId,
      domain,
      api_key: apiKey,
      bot_key: botKey,
    },
    text: [
      `Account            ${accountId}`,
      `Website            ${websiteId} (${domain})`,
      `API Key            ${apiKey}`,
      `Bot Tracking Key   ${botKey}`,
      '',
      'The keys are not shown again: keep them where only you can read them.',
    ].join('\n'),
  };
}

/**
 * Creates the first account with a website and both keys, unless there is already an account. It
 * uses one transaction under a lock: of two runs at once only one creates something, and a run that
 * dies leaves nothing behind. The caller has the keys before they are valid, so that no failure in
 * between loses them: the next run creates others.
 */
export async function bootstrap(
  dependencies: Dependencies,
  domain: string,
  give: (answer: Answer) => Promise<void>,
): Promise<void> {
  await withDatabase(dependencies, async (pool) => {
    await inTransaction(pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
      const accounts = new Accounts(client);
      const isNew = (await accounts.listAccounts()).length === 0;
      await give(
        isNew ? describeCreated(await install(accounts, new Keys(client), domain)) : NOT_CREATED,
      );
    });
  });
}

async function install(accounts: Accounts, keys: Keys, domain: string): Promise<Installation> {
  const account = await accounts.createAccount({
    publicId: newPublicId('account'),
    name: 'Default',
    plan: 'enterprise',
  });
  const website = await accounts.createWebsite({
    accountId: account.id,
    publicId: newPublicId('website'),
    trackingId: newPublicId('tracking'),
    domain,
  });
  if (!website) throw new CommandError(`A new account cannot have ${domain} already.`);
  const owner = { accountId: account.id, name: 'Default' };
  const apiKey = await createKey(keys, { ...owner, kind: 'api', websiteId: null });
  const botKey = await createKey(keys, { ...owner, kind: 'bot', websiteId: website.id });
  return {
    accountId: account.public_id,
    websiteId: website.public_id,
    domain: website.domain,
    apiKey: apiKey.value,
    botKey: botKey.value,
  };
}
