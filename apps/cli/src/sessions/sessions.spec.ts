import { createSignInCode, hashKey } from '@app/access';
import { Accounts, Sessions } from '@app/storage';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { anOperator, ISO_DATE } from '../../test/operator.js';

let database: TestDatabase;
let operator: ReturnType<typeof anOperator>;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = anOperator(database.url);
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('TRUNCATE accounts CASCADE'));

const account = async (name: string) =>
  (await operator.json<{ id: string }>('accounts', 'create', '--name', name)).id;
const operatorWith = (env: Record<string, string>) => anOperator(database.url, env);

/** Signs a browser in to an account, without an API. Returns the id of the session. */
async function signIn(accountId: string): Promise<string> {
  const sessions = new Sessions(database.pool);
  const owner = await new Accounts(database.pool).findAccount(accountId);
  const { code } = await createSignInCode(sessions, owner?.id ?? 0);
  const keyId = await sessions.takeSignInCode(hashKey(code));
  const publicId = `ses_${code.slice(0, 5).replaceAll(/[-_]/g, '0')}`;
  const now = new Date();
  const endsAt = new Date(now.getTime() + 86_400_000);
  const session = { publicId, keyId: keyId ?? 0, sha256: hashKey(code), now, endsAt, most: 9 };
  await sessions.createSession(session);
  return publicId;
}

describe('sessions sign-in', () => {
  it('prints an address whose code it stores as a hash', async () => {
    const id = await account('Example');
    const made = await operator.json<{ url: string; code: string }>('sessions', 'sign-in');
    expect(made).toEqual({
      url: `http://127.0.0.1:3000/#sign-in=${made.code}`,
      code: expect.stringMatching(/^[\w-]{43}$/),
      account_id: id,
      expires_at: ISO_DATE,
    });
    const { rows } = await database.pool.query(
      'SELECT k.name FROM sign_in_codes c JOIN api_keys k ON k.id = c.key_id WHERE c.sha256 = $1',
      [hashKey(made.code)],
    );
    expect(rows).toEqual([{ name: 'dashboard' }]);
  });

  it('says what to do with it, for which account, and how to choose another one', async () => {
    const first = await account('First');
    const { stdout } = await operator.text('sessions', 'sign-in');
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:3000\/#sign-in=[\w-]{43}\n\nOpen this address/);
    expect(stdout).toMatch(
      new RegExp(`within 5 minutes\\. It signs in once, .* First \\(${first}`),
    );
    expect(stdout).not.toContain('--account');
    const second = await account('Second');
    const oldest = await operator.text('sessions', 'sign-in');
    expect(oldest.stdout).toContain(`(${first})`);
    expect(oldest.stdout).toContain('For another account add --account acc_…: see the ids');
    const chosen = await operator.text('sessions', 'sign-in', '--account', second);
    expect(chosen.stdout).toContain(`to the account Second (${second}).`);
  });

  it('uses the address at which people reach the service', async () => {
    await account('a');
    for (const [env, start] of [
      [{ PUBLIC_URL: 'https://logs.test/botgauge/' }, 'https://logs.test/botgauge/#sign-in='],
      [{ BOTGAUGE_URL: 'http://127.0.0.1:4000' }, 'http://127.0.0.1:4000/#sign-in='],
      [{ HOST: '0.0.0.0', PORT: '5000' }, 'http://127.0.0.1:5000/#sign-in='],
    ] as const)
      expect((await operatorWith(env).text('sessions', 'sign-in')).stdout).toContain(start);
  });

  it('tells what is missing', async () => {
    expect(await operator.failure(1, 'sessions', 'sign-in')).toMatch(
      /^There is no account yet: make/,
    );
    await account('a');
    expect(await operator.failure(1, 'sessions', 'sign-in', '--account', 'acc_x')).toMatch(
      /^There is no account acc_x: see the ids/,
    );
    const without = operatorWith({ DASHBOARD: 'false' });
    expect(await without.failure(1, 'sessions', 'sign-in')).toMatch(
      /^There is no page to sign in to, because DASHBOARD is false/,
    );
  });
});

describe('sessions list and end', () => {
  it('shows who is signed in, and signs out', async () => {
    expect((await operator.text('sessions', 'list')).stdout).toMatch(
      /^No browser is signed in\. Sign/,
    );
    const [first, second] = [await account('First'), await account('Second')];
    const [one, other] = [await signIn(first), await signIn(second)];
    const listed = await operator.json<{ id: string }[]>('sessions', 'list');
    expect(listed.map(({ id }) => id)).toEqual([one, other]);
    expect(await operator.json('sessions', 'list', '--account', first)).toEqual([
      {
        id: one,
        key_id: expect.stringMatching(/^key_/),
        key_name: 'dashboard',
        scope: 'full',
        created_at: ISO_DATE,
        last_used_at: ISO_DATE,
        expires_at: ISO_DATE,
        account_id: first,
      },
    ]);
    const { stdout } = await operator.text('sessions', 'list');
    expect(stdout).toMatch(/^ *ID +ACCOUNT +KEY +SCOPE +SIGNED IN +LAST USED +ENDS\n/);
    expect(stdout).toContain(other);
    const ended = await operator.text('sessions', 'end', one);
    expect(ended.stdout).toBe(`Session ${one} is ended: its browser is signed out.\n`);
    expect(await operator.json('sessions', 'list', '--account', first)).toEqual([]);
    expect(await operator.failure(1, 'sessions', 'end', one)).toMatch(
      new RegExp(`^There is no session ${one}: see the ids with`),
    );
  });
});
