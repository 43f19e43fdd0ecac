import { BASE, client } from '../api/client.js';
import { type Outcome, outcomeOf } from '../api/outcome.js';
import { texts } from '../texts/texts.js';
import { lifeOfKey } from './life-of-key.js';

/** The key of one import. */
export interface ImportKey {
  id: string;
  value: string;
  /** ISO 8601. */
  endsAt: string;
}

/** Makes a Bot Tracking Key for an import of so many bytes. */
export async function makeKey(website: string, bytes: number): Promise<Outcome<ImportKey>> {
  const endsAt = new Date(Date.now() + lifeOfKey(bytes)).toISOString();
  const made = await outcomeOf(
    client.POST('/api/v1/websites/{id}/keys', {
      params: { path: { id: website } },
      body: { name: texts.drop.keyName, expires_at: endsAt },
    }),
  );
  if ('problem' in made) return made;
  return { data: { id: made.data.id, value: made.data.key, endsAt } };
}

/** Revokes the key. Returns whether that was done. */
export async function revokeKey({ id }: ImportKey): Promise<boolean> {
  return (
    'data' in (await outcomeOf(client.DELETE('/api/v1/keys/{id}', { params: { path: { id } } })))
  );
}

/** Revokes the key while the page is being closed. Browsers still send such a request. */
export function revokeKeyAtClose({ id }: ImportKey): void {
  const address = `${BASE}api/v1/keys/${encodeURIComponent(id)}`;
  void fetch(address, { method: 'DELETE', credentials: 'same-origin', keepalive: true }).catch(
    () => undefined,
  );
}
