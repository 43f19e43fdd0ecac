import type {
  Account,
  CreatedKeyDocument,
  Key,
  Website,
  WebsiteBehaviour,
  WebsiteCount,
} from '@app/contracts';
import { expectJson, rateLimitOf, send } from './http.js';
import { accountShapes } from './shapes.js';

/** Who manages an account: base address and API Key. */
export interface Manager {
  base: string;
  apiKey: string;
}

export interface Listed<Item> {
  items: Item[];
  next: string | null;
}

type Route = Parameters<typeof send>[2];

/** Expects a success of this shape, and returns its `data`. */
async function must<Data>(
  { base, apiKey }: Manager,
  route: Route,
  shape: keyof typeof accountShapes,
  body?: unknown,
): Promise<Data> {
  const answer = await send(base, apiKey, route, body);
  const created = route.startsWith('POST ');
  expectJson(answer, created ? 201 : 200);
  rateLimitOf(answer);
  accountShapes[shape].parse(answer.body);
  return answer.body.data as Data;
}

export const addWebsite = (by: Manager, domain: string) =>
  must<Website>(by, 'POST /websites', 'website', { domain });

export const readWebsite = (by: Manager, id: string) =>
  must<Website>(by, `GET /websites/${id}`, 'website');

export const changeWebsite = (
  by: Manager,
  id: string,
  changes: { domain?: string; count?: WebsiteCount; behaviour?: WebsiteBehaviour },
) => must<Website>(by, `PATCH /websites/${id}`, 'website', changes);

export const renameWebsite = (by: Manager, id: string, domain: string) =>
  changeWebsite(by, id, { domain });

export async function deleteWebsite({ base, apiKey }: Manager, id: string): Promise<void> {
  const answer = await send(base, apiKey, `DELETE /websites/${id}`);
  expectJson(answer, 200);
  expect(answer.body).toEqual({ success: true, data: { id, deleted: true } });
}

export async function listWebsitePage(by: Manager, query: string): Promise<Listed<Website>> {
  type Data = { websites: Website[]; next_cursor: string | null };
  const data = await must<Data>(by, `GET /websites?${query}`, 'websitePage');
  return { items: data.websites, next: data.next_cursor };
}

export const makeApiKey = (by: Manager, body: object = { name: 'test' }) =>
  must<CreatedKeyDocument>(by, 'POST /keys', 'createdKey', body);

export const makeTrackingKey = (by: Manager, websiteId: string, body?: object) =>
  must<CreatedKeyDocument>(by, `POST /websites/${websiteId}/keys`, 'createdKey', body);

export const rotate = (by: Manager, id: string, body?: object) =>
  must<CreatedKeyDocument>(by, `POST /keys/${id}/rotate`, 'createdKey', body);

export const revoke = (by: Manager, id: string) => must<Key>(by, `DELETE /keys/${id}`, 'key');

/** Returns API Keys, or the Bot Tracking Keys of a website. */
export async function listKeys(by: Manager, websiteId?: string, query = ''): Promise<Listed<Key>> {
  type Data = { keys: Key[]; next_cursor: string | null };
  const parent = websiteId === undefined ? '' : `websites/${websiteId}/`;
  const data = await must<Data>(by, `GET /${parent}keys?${query}`, 'keyPage');
  return { items: data.keys, next: data.next_cursor };
}

export const readAccount = (by: Manager) => must<Account>(by, 'GET /account', 'account');
