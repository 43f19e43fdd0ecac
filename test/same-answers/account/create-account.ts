// Creates the account of a build: the same on every build, apart from ids and secrets.
import { send } from '../../support/http.js';
import type { Service } from '../../support/service.js';
import { ALERTS, dayBefore, FIRST_DAY, ROBOTS, SITEMAP, WEBSITES } from './contents.js';

export interface Account {
  apiKey: string;
  botKey: string;
  /** The token of a shared link of the first website. */
  share: string;
  /** Ids by the names under which they are compared, such as `website 1`. */
  ids: ReadonlyMap<string, string>;
}

/** Too high to be reached. */
const LIMITS = [
  ...['--api-requests-per-minute', '1000000', '--ingest-requests-per-minute', '10000000'],
  ...['--max-live-keys', '100'],
];

type Created = { id: string; key: string; token: string };

/**
 * Creates the account with the command line and, over HTTP, what belongs to it.
 *
 * @param receiver the address of the server that receives webhooks, with `/` at its end
 */
export async function createAccount(
  service: Service,
  instant: number,
  receiver: string,
): Promise<Account> {
  const account = await service.cli<Created>('accounts', 'create', '--name', 'same', ...LIMITS);
  const ofAccount = ['--kind', 'api', '--account', account.id, '--name', 'reports'];
  const { key: apiKey } = await service.cli<Created>('keys', 'create', ...ofAccount);
  const base = service.bases[0] ?? '';
  const create = (path: `/${string}`, body: object) => changed(base, apiKey, `POST ${path}`, body);
  const ids = new Map([['account', account.id]]);
  for (const [index, website] of WEBSITES.entries())
    ids.set(`website ${index + 1}`, (await create('/websites', website)).id);
  const first = `/websites/${ids.get('website 1')}` as const;
  await addDocuments(base, apiKey, ids, instant);
  const { key: botKey } = await create(`${first}/keys`, { name: 'logs' });
  const since = { name: 'reader', from: dayBefore(instant, FIRST_DAY - 60) };
  const { token: share } = await create(`${first}/shares`, since);
  for (const alert of ALERTS)
    ids.set(
      `alert ${alert.kind}`,
      (await create(`${first}/alerts`, { ...alert, enabled: false })).id,
    );
  for (const [name, webhook] of Object.entries(webhooksAt(receiver)))
    ids.set(name, (await create('/webhooks', webhook)).id);
  return { apiKey, botKey, share, ids };
}

/** Gives the websites texts of robots.txt and a sitemap. */
async function addDocuments(
  base: string,
  key: string,
  ids: ReadonlyMap<string, string>,
  instant: number,
): Promise<void> {
  const put = (website: string, document: string, body: object) =>
    changed(base, key, `PUT /websites/${ids.get(website)}/${document}`, body);
  for (const { days, text } of ROBOTS)
    await put('website 1', 'robots', { text, from: dayBefore(instant, days) });
  await put('website 2', 'robots', { text: '', from: dayBefore(instant, 90) });
  await put('website 1', 'sitemap', { addresses: SITEMAP });
}

/** One accepts every message. The other answers 410 to its first one, and so it is disabled. */
const webhooksAt = (receiver: string) => ({
  'webhook 1': { name: 'accepts', url: `${receiver}accepts` },
  'webhook 2': { name: 'is gone', url: `${receiver}gone`, kinds: ['dead_entries'] },
});

/**
 * Sends a request that creates or changes something, and returns what was answered.
 *
 * @throws Error when the request is refused
 */
export async function changed(
  base: string,
  key: string,
  route: `${string} /${string}`,
  body?: object,
): Promise<Created> {
  const answer = await send(base, key, route, body);
  if (answer.status === 200 || answer.status === 201) return answer.body.data as Created;
  throw new Error(`${route} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
