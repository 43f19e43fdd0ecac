import { createSignInCode, hashKey } from '@app/access';
import { Sessions } from '@app/storage';
import { cookieOf, Browser, signIn } from '../support/browser.js';
import { expectError, send } from '../support/http.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

let system: System;
let tenant: Tenant;
let sessions: Sessions;
beforeAll(async () => {
  system = await startSystemOn('postgres', { worker: false });
  sessions = new Sessions(system.database.pool);
});
beforeEach(async () => {
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

const newCode = async () => (await createSignInCode(sessions, tenant.account.id)).code;
const use = (code: string) => signIn(system.base, { code });
const query = (sql: string, values: unknown[] = []) => system.database.pool.query(sql, values);
const manage = (route: `${string} /${string}`, body?: object) =>
  send(system.base, tenant.apiKey, route, body);
const USED =
  /^This code was used already, is older than 5 minutes, or never existed: print another/;

/** The API Keys of the account, oldest first. */
async function apiKeys(): Promise<{ public_id: string; name: string; scope: string }[]> {
  const { rows } = await query(
    `SELECT public_id, name, scope FROM api_keys WHERE account_id = $1 AND kind = 'api' ORDER BY id`,
    [tenant.account.id],
  );
  return rows as Awaited<ReturnType<typeof apiKeys>>;
}

it('signs in once, as the oldest API Key', async () => {
  await manage('POST /keys', { name: 'younger' });
  const code = await newCode();
  const answer = await use(code);
  expect(answer.status).toBe(201);
  const [oldest] = await apiKeys();
  expect(answer.body.data).toMatchObject({ key_id: oldest?.public_id, scope: 'full' });
  const browser = new Browser(system.base, cookieOf(answer).value);
  expect((await browser.ask('GET /websites')).status).toBe(200);
  const again = await use(code);
  expectError(again, 'UNAUTHORIZED', USED);
  expect(again.headers.get('set-cookie')).toBeNull();
});

it('signs in one of many who use it at the same time', async () => {
  const other = await system.startApi();
  const code = await newCode();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => signIn(i % 2 ? other : system.base, { code })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array<number>(19).fill(401)]);
});

it('is stored as its SHA-256, for 5 minutes', async () => {
  const code = await newCode();
  const { rows } = await query(
    `SELECT c.*, extract(epoch FROM ends_at - now()) AS seconds FROM sign_in_codes c
     WHERE sha256 = $1`,
    [hashKey(code)],
  );
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(Number(rows[0].seconds)).toBeGreaterThan(240);
  expect(Number(rows[0].seconds)).toBeLessThanOrEqual(300);
  await query('UPDATE sign_in_codes SET ends_at = now() WHERE sha256 = $1', [hashKey(code)]);
  expectError(await use(code), 'UNAUTHORIZED', USED);
});

it.each(['', 'x', 'x'.repeat(43), '%00', 'a b', 'é'.repeat(43)])(
  'refuses what is no code: %s',
  async (code) => {
    const answer = await use(code);
    expectError(answer, code === '' ? 'VALIDATION_ERROR' : 'UNAUTHORIZED');
  },
);

it('does not outlive its key', async () => {
  const spare = await manage('POST /keys', { name: 'spare' });
  const [oldest] = await apiKeys();
  const code = await newCode();
  await send(system.base, spare.body.data.key, `DELETE /keys/${oldest?.public_id}`);
  expectError(await use(code), 'UNAUTHORIZED', USED);
});

describe('The key that it signs in as', () => {
  it.each([
    ['was revoked', `revoked_at = now()`],
    // The column keeps whole milliseconds, so now() itself may be rounded to a moment to come.
    ['has expired', `expires_at = now() - interval '1 second'`],
    ['may only read', `scope = 'read'`],
    ['was replaced', `replaced_by = id, expires_at = now() + interval '1 day'`],
  ])('is another one when the oldest %s', async (_, change) => {
    const made = await manage('POST /keys', { name: 'next' });
    const [oldest] = await apiKeys();
    await query(`UPDATE api_keys SET ${change} WHERE public_id = $1`, [oldest?.public_id]);
    const answer = await use(await newCode());
    expect(answer.body.data.key_id).toBe(made.body.data.id);
  });

  it('is made when there is none, by only one of those that want one', async () => {
    await query(`UPDATE api_keys SET scope = 'read' WHERE account_id = $1 AND kind = 'api'`, [
      tenant.account.id,
    ]);
    const codes = await Promise.all(Array.from({ length: 8 }, newCode));
    const keys = await apiKeys();
    expect(keys.map(({ name, scope }) => [name, scope]).slice(1)).toEqual([['dashboard', 'full']]);
    for (const code of codes)
      expect((await use(code)).body.data).toMatchObject({
        key_id: keys[1]?.public_id,
        key_name: 'dashboard',
        scope: 'full',
      });
  });
});
