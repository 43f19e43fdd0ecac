import { SealedSecrets } from '@app/access';
import { type Config, ConfigError, loadConfig } from '@app/config';
import type { EventKind } from '@app/contracts';
import { Accounts, type WebhookRow, Webhooks } from '@app/storage';
import {
  addressRulesOf,
  createWebhook,
  judgeUrl,
  type MadeSecret,
  MOST_WEBHOOKS,
  rotateWebhookSecret,
  webhookDocument,
} from '@app/webhooks';
import { requireAccount } from '../accounts/accounts.js';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { type Pool, withDatabase } from '../program/database.js';
import { CommandError, UsageError } from '../program/failure.js';
import { renderList } from '../program/list.js';

/** The options of `webhooks create`, and those of `webhooks update` that are given. */
export interface WebhookOptions {
  account: string;
  name: string;
  url: string;
  kinds?: EventKind[] | 'all';
}

/** What can be done with a webhook without more to say. */
export type WebhookChoice = 'enable' | 'disable' | 'delete';

const HEADINGS = ['ID', 'ACCOUNT', 'NAME', 'URL', 'KINDS', 'WAITING', 'LAST DELIVERED', 'DISABLED'];
const NONE = `There is no webhook. Make one with \`${BOTGAUGE} webhooks create --account acc_… --name NAME --url https://…\`.`;
const DONE: Record<WebhookChoice, string> = {
  enable: 'is told of events that come from now on.',
  disable: 'is told of nothing any more, and what waited is dropped.',
  delete: 'is deleted.',
};

/**
 * @throws ConfigError without SECRET_KEY; UsageError when the address is not allowed; CommandError when
 *   there is no such account, or it has too many webhooks
 */
export async function createWebhookOf(
  dependencies: Dependencies,
  { account, name, url, kinds = 'all' }: WebhookOptions,
): Promise<Answer> {
  const config = loadConfig(dependencies.env);
  const sealed = requireSealed(config);
  const accepted = await requireUrl(config, url);
  return withDatabase(dependencies, async (pool) => {
    const { id: accountId } = await requireAccount(new Accounts(pool), account);
    const order = { accountId, name, url: accepted, kinds: kinds === 'all' ? null : kinds };
    const made = await createWebhook(new Webhooks(pool), sealed, order);
    if (made) return withSecret(pool, made);
    throw new CommandError(
      `Account ${account} has ${MOST_WEBHOOKS} webhooks, which is all that it may have: delete one with \`${BOTGAUGE} webhooks delete wh_…\`.`,
    );
  });
}

export async function listWebhooks(dependencies: Dependencies, account?: string): Promise<Answer> {
  const rows = await withDatabase(dependencies, async (pool) => {
    const owner =
      account === undefined ? undefined : await requireAccount(new Accounts(pool), account);
    return new Webhooks(pool).list(owner?.id ?? null);
  });
  const table = renderList(HEADINGS, rows.map(cells));
  return { document: rows.map(listedWebhook), text: rows.length > 0 ? table : NONE };
}

/** @throws UsageError when nothing changes, or the address is not allowed; CommandError */
export async function updateWebhook(
  dependencies: Dependencies,
  id: string,
  { name, url, kinds }: Partial<WebhookOptions>,
): Promise<Answer> {
  if (name === undefined && url === undefined && kinds === undefined)
    throw new UsageError('Nothing would change: give --name, --url or --kinds.');
  const config = loadConfig(dependencies.env);
  const accepted = url === undefined ? undefined : await requireUrl(config, url);
  return withDatabase(dependencies, async (pool) => {
    const webhook = await requireWebhook(pool, id);
    const chosen = kinds === 'all' ? null : kinds;
    await new Webhooks(pool).update(webhook.id, { name, url: accepted, kinds: chosen });
    return shown(await requireWebhook(pool, id), 'is changed.');
  });
}

/** @throws ConfigError without SECRET_KEY; CommandError */
export async function rotateWebhook(
  dependencies: Dependencies,
  id: string,
  overlapSeconds: number,
): Promise<Answer> {
  const sealed = requireSealed(loadConfig(dependencies.env));
  return withDatabase(dependencies, async (pool) => {
    const webhook = await requireWebhook(pool, id);
    const rotation = { ...webhook, overlapSeconds };
    const made = await rotateWebhookSecret(new Webhooks(pool), sealed, rotation);
    if (made) return withSecret(pool, made);
    throw new CommandError(
      `The secret before the last one signs until ${webhook.old_secret_ends_at?.toISOString()}: wait, or add --overlap-seconds 0, which ends every older secret at once.`,
    );
  });
}

/** @throws CommandError when there is no such webhook */
export function changeWebhook(
  dependencies: Dependencies,
  id: string,
  choice: WebhookChoice,
): Promise<Answer> {
  return withDatabase(dependencies, async (pool) => {
    const webhook = await requireWebhook(pool, id);
    await new Webhooks(pool)[choice](webhook.id);
    if (choice !== 'delete') return shown(await requireWebhook(pool, id), DONE[choice]);
    return { document: { id, deleted: true }, text: sentence(webhook, DONE.delete) };
  });
}

/** @throws CommandError when there is no such webhook */
export async function requireWebhook(pool: Pool, id: string): Promise<WebhookRow> {
  const webhook = await new Webhooks(pool).find(null, id);
  if (webhook) return webhook;
  throw new CommandError(
    `There is no webhook ${id}: see the ids with \`${BOTGAUGE} webhooks list\`.`,
  );
}

async function withSecret(pool: Pool, { publicId, secret }: MadeSecret): Promise<Answer> {
  const webhook = await requireWebhook(pool, publicId);
  return {
    document: { ...listedWebhook(webhook), secret },
    text:
      `${secret}\n\n` +
      `The receiver checks with this secret what comes to ${webhook.url}. It is not shown again.\n` +
      `To try it: ${BOTGAUGE} webhooks test ${publicId}`,
  };
}

const shown = (webhook: WebhookRow, done: string): Answer => ({
  document: listedWebhook(webhook),
  text: sentence(webhook, done),
});

const sentence = ({ public_id, name }: WebhookRow, done: string) =>
  `Webhook ${public_id} (${name}) ${done}`;

function listedWebhook(row: WebhookRow) {
  return { ...webhookDocument(row), account_id: row.account_public_id };
}

function cells(row: WebhookRow): (string | number | null)[] {
  const { id, name, url, kinds, waiting, ...webhook } = webhookDocument(row);
  const { last_delivered_at: delivered, disabled_because: because, disabled_at: at } = webhook;
  const disabled = at === null ? null : `${because}, ${at}`;
  const told = kinds?.join(',') ?? 'all';
  return [id, row.account_public_id, name, url, told, waiting, delivered, disabled];
}

/** @throws ConfigError */
function requireSealed({ SECRET_KEY }: Config): SealedSecrets {
  if (SECRET_KEY) return new SealedSecrets(SECRET_KEY);
  throw new ConfigError([
    'SECRET_KEY is not set: give the one of the API and the workers, or make one for all with `openssl rand -base64 32`',
  ]);
}

/** @throws UsageError */
async function requireUrl(config: Config, text: string): Promise<string> {
  const judged = await judgeUrl(text, addressRulesOf(config));
  if (judged.kind === 'accepted') return judged.url;
  throw new UsageError(`--url ${judged.fault}.`);
}
