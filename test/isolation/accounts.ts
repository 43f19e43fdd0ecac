import { generateKey, hashKey, newPublicId } from '@app/access';
import type { KeyKind } from '@app/contracts';
import { type WebsiteRow, Webhooks } from '@app/storage';
import { aLogEntryInput, GPTBOT } from '@app/testing';
import { expectProcessed, ingest, send } from '../support/http.js';
import { createWebsite, type System, type Tenant } from '../support/system-on-queue.js';
import { Browser } from '../support/browser.js';
import type { KeyCaller, SessionCaller, WebsiteKind } from './table.js';

/** Visits of the other account. No other number in an answer is equal to this one. */
export const CANARY_VISITS = 7_919;
const OWN_VISITS = 3;
const ENTRIES_PER_REQUEST = 1_000;

/** Two accounts with traffic, and a website that was deleted. */
export interface Accounts {
  owner: Tenant;
  other: Tenant;
  keys: Record<KeyCaller, string | undefined>;
  browsers: Record<SessionCaller, Browser>;
  /** Public id and domain. */
  websites: Record<WebsiteKind, { id: string; domain: string }>;
  /**
   * Values that only the account itself may ever see. Those of `reader` are values of the owner that
   * not even the readers of its shared links may see.
   */
  canaries: Record<'owner' | 'other' | 'reader', string[]>;
  /** Visits so far. */
  visits: Record<'owner' | 'other', number>;
}

export async function createAccounts(system: System): Promise<Accounts> {
  const owner = await system.createTenant({ domain: 'canary-owner.test' });
  const other = await system.createTenant({ domain: 'canary-other.test' });
  const deleted = await createWebsite(system.accounts, owner.account, 'canary-deleted.test');
  await fill(system, owner, 'owner', OWN_VISITS);
  await fill(system, other, 'other', CANARY_VISITS);
  const deletedKey = await system.createKey('bot', owner.account, deleted);
  expectProcessed(await ingest(system.base, deletedKey, aLogEntryInput({ path: '/deleted' })), 1);
  await Promise.all([
    system.untilVisits(owner.website, OWN_VISITS),
    system.untilVisits(other.website, CANARY_VISITS),
    system.untilVisits(deleted, 1),
  ]);
  await deleteWebsite(system, deleted);
  const deadKey = (kind: KeyKind, state: 'revoked' | 'expired') =>
    createDeadKey(system, owner, kind, state);
  const browsers = await createBrowsers(system.base, owner, other);
  const ownSession = async (caller: SessionCaller) => {
    const { body } = await browsers[caller].ask('GET /session');
    return [body.data.id as string, browsers[caller].secret];
  };
  return {
    owner,
    other,
    browsers,
    keys: {
      'owner api': owner.apiKey,
      'owner bot': owner.botKey,
      'other api': other.apiKey,
      'other bot': other.botKey,
      'revoked api': await deadKey('api', 'revoked'),
      'revoked bot': await deadKey('bot', 'revoked'),
      'expired api': await deadKey('api', 'expired'),
      'expired bot': await deadKey('bot', 'expired'),
      none: undefined,
    },
    websites: {
      own: place(owner.website),
      foreign: place(other.website),
      random: { id: newPublicId('website'), domain: 'nobody.test' },
      deleted: place(deleted),
    },
    canaries: {
      owner: [
        ...[...canariesOf(owner, 'owner'), ...(await ownSession('owner session'))],
        ...[deleted.public_id, deleted.domain, '/deleted'],
      ],
      other: [
        ...[...canariesOf(other, 'other'), ...(await ownSession('other session'))],
        `${CANARY_VISITS}`,
      ],
      reader: [
        ...canariesOf(owner, 'owner').filter((canary) => !READERS_MAY_SEE.test(canary)),
        ...(await ownSession('owner session')),
      ],
    },
    visits: { owner: OWN_VISITS, other: CANARY_VISITS },
  };
}

/** The website, its paths and the names of its bots. */
const READERS_MAY_SEE = /^(?:ws_|canary-owner\.test|canary-path|CanaryBot|owner\.canary)/;

/** Makes a shared link of the owner's website, and returns a browser that has opened it. */
async function createReader(base: string, { website, apiKey }: Tenant) {
  const body = { name: 'a reader' };
  const made = await send(base, apiKey, `POST /websites/${website.public_id}/shares`, body);
  const browser = await Browser.reading(base, made.body.data.token as string);
  return { id: made.body.data.id as string, browser };
}

async function createBrowsers(base: string, owner: Tenant, other: Tenant) {
  const ended = await Browser.signedIn(base, owner.apiKey);
  await ended.ask('DELETE /session');
  const revoked = await createReader(base, owner);
  await send(base, owner.apiKey, `DELETE /shares/${revoked.id}`);
  return {
    'owner session': await Browser.signedIn(base, owner.apiKey),
    'other session': await Browser.signedIn(base, other.apiKey),
    'ended session': ended,
    'owner reader': (await createReader(base, owner)).browser,
    'revoked reader': revoked.browser,
  };
}

const place = ({ public_id, domain }: WebsiteRow) => ({ id: public_id, domain });

function canariesOf({ account, website, apiKey, botKey }: Tenant, name: string): string[] {
  const { public_id, tracking_id, domain } = website;
  const ids = [account.public_id, public_id, tracking_id, apiKey, botKey];
  return [
    ...[...ids, domain, `canary-path-of-${name}`, `canary-referer-of-${name}`],
    ...[`CanaryBotOf${name}`, `${name}.canary.dev`, `canary-webhook-of-${name}`],
  ];
}

/** A bot that no row of the registry names. */
const declaring = (name: string) => `CanaryBotOf${name}/1.0 (+https://${name}.canary.dev/)`;

async function fill(system: System, tenant: Tenant, name: string, visits: number): Promise<void> {
  await new Webhooks(system.database.pool).create({
    publicId: newPublicId('webhook'),
    accountId: tenant.account.id,
    name: `canary-webhook-of-${name}`,
    url: `https://canary-webhook-of-${name}.test/`,
    kinds: null,
    sealedSecret: Buffer.from('sealed'),
    most: 1,
  });
  const entries = Array.from({ length: visits }, (_, i) => ({
    ...aLogEntryInput({ path: `/canary-path-of-${name}/${i % 5}`, user_agent: GPTBOT }),
    host: tenant.website.domain,
    referer: `https://canary-referer-of-${name}/`,
  }));
  // A name of its own, which comes often enough to be reported.
  for (const entry of entries.slice(0, OWN_VISITS)) entry.user_agent = declaring(name);
  for (let start = 0; start < visits; start += ENTRIES_PER_REQUEST) {
    const batch = entries.slice(start, start + ENTRIES_PER_REQUEST);
    expectProcessed(await ingest(system.base, tenant.botKey, batch), batch.length);
  }
}

/**
 * Leaves a website in the state after a deletion: hidden and without keys, while its visits may
 * still be there.
 */
async function deleteWebsite({ database }: System, website: WebsiteRow): Promise<void> {
  await database.pool.query('DELETE FROM api_keys WHERE website_id = $1', [website.id]);
  await database.pool.query('DELETE FROM websites WHERE id = $1', [website.id]);
}

async function createDeadKey(
  { keys }: System,
  { account, website }: Tenant,
  kind: KeyKind,
  state: 'revoked' | 'expired',
): Promise<string> {
  const key = generateKey(kind);
  const row = await keys.createKey({
    publicId: newPublicId('key'),
    accountId: account.id,
    websiteId: kind === 'bot' ? website.id : null,
    kind,
    name: state,
    sha256: hashKey(key),
    last4: key.slice(-4),
    ...(state === 'expired' ? { expiresAt: new Date(0) } : {}),
  });
  if (state === 'revoked') await keys.revokeKey(row.public_id);
  return key;
}
