import { hashKey } from '@app/access';
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

async function website(domain = 'shop.example'): Promise<{ account: string; website: string }> {
  const { id: account } = await operator.json<{ id: string }>(
    ...['accounts', 'create', '--name', domain],
  );
  const { id } = await operator.json<{ id: string }>(
    ...['websites', 'create', '--account', account, '--domain', domain],
  );
  return { account, website: id };
}
const create = (id: string, ...more: string[]) => [
  ...['shares', 'create', '--website', id, '--name', 'Our agency'],
  ...more,
];
interface Made {
  id: string;
  token: string;
  url: string;
}

describe('shares create', () => {
  it('prints an address whose token it stores as a hash', async () => {
    const { website: id } = await website();
    const made = await operator.json<Made>(
      ...create(id, '--from', '2026-11-01', '--to', '2026-11-30', '--expires-at', '2099-01-01'),
    );
    expect(made).toEqual({
      id: expect.stringMatching(/^sh_/),
      website_id: id,
      name: 'Our agency',
      first4: made.token.slice(0, 4),
      from: '2026-11-01',
      to: '2026-11-30',
      created_at: ISO_DATE,
      last_used_at: null,
      expires_at: '2099-01-01T00:00:00.000Z',
      token: expect.stringMatching(/^[\w-]{43}$/),
      url: `http://127.0.0.1:3000/#share=${made.token}`,
    });
    const { rows } = await database.pool.query('SELECT FROM shares WHERE sha256 = $1', [
      hashKey(made.token),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('says who reads what, and how to stop it', async () => {
    const { website: id } = await website();
    const { stdout } = await operator.text(...create(id));
    expect(stdout).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/#share=[\w-]{43}\n\nWhoever has this address reads the reports of shop\.example\. It is not shown again\.\nTo stop it: .* shares revoke sh_\w+\n$/,
    );
    const behindProxy = anOperator(database.url, { PUBLIC_URL: 'https://logs.test/botgauge/' });
    expect((await behindProxy.text(...create(id))).stdout).toMatch(
      /^https:\/\/logs\.test\/botgauge\/#share=/,
    );
  });

  it('tells what is wrong', async () => {
    expect(await operator.failure(1, ...create('ws_x'))).toMatch(/^There is no website ws_x: see/);
    const { website: id } = await website();
    expect(
      await operator.failure(2, ...create(id, '--from', '2026-11-02', '--to', '2026-11-01')),
    ).toMatch(/^--from 2026-11-02 is after --to 2026-11-01: give/);
    expect(await operator.failure(2, ...create(id, '--to', '1999-12-31'))).toMatch(
      /^A link shows days from 2000-01-01 to 2099-12-31, not 1999-12-31\.$/m,
    );
    expect(await operator.failure(2, ...create(id, '--from', 'today'))).toMatch(
      /--from.*It must be a day like 2026-01-31/,
    );
    const without = anOperator(database.url, { DASHBOARD: 'false' });
    expect(await without.failure(1, ...create(id))).toMatch(/^There is no page that a link could/);
    for (let i = 0; i < 50; i++)
      await database.pool.query(
        `INSERT INTO shares (public_id, website_id, name, sha256, first4, created_at)
         SELECT $1::text, id, 's', sha256($1::text::bytea), '', now() FROM websites WHERE public_id = $2`,
        [`sh_${i}`, id],
      );
    expect(await operator.failure(1, ...create(id))).toMatch(
      new RegExp(`^Website ${id} has 50 shared links, .*: revoke one with`),
    );
  });
});

describe('shares list and revoke', () => {
  it('shows the links of all accounts, of one, or of one website, and stops them', async () => {
    expect((await operator.text('shares', 'list')).stdout).toMatch(
      /^There is no shared link\. Make/,
    );
    const [first, second] = [await website('a.example'), await website('b.example')];
    const made = await operator.json<Made>(...create(first.website));
    const other = await operator.json<Made>(...create(second.website));
    const ids = async (...options: string[]) =>
      (await operator.json<Made[]>('shares', 'list', ...options)).map(({ id }) => id);
    expect(await ids()).toEqual([made.id, other.id]);
    expect(await ids('--account', second.account)).toEqual([other.id]);
    expect(await ids('--website', first.website)).toEqual([made.id]);
    const { token, url, ...shown } = made;
    expect(await operator.json('shares', 'list', '--website', first.website)).toEqual([
      { ...shown, account_id: first.account, domain: 'a.example' },
    ]);
    const { stdout } = await operator.text('shares', 'list');
    expect(stdout).toMatch(/^ *ID +WEBSITE +NAME +TOKEN +FROM +TO +CREATED +LAST USED +EXPIRES\n/);
    expect(stdout).toContain(`${token.slice(0, 4)}…`);
    for (const secret of [token, url]) expect(stdout).not.toContain(secret);
    expect(
      await operator.failure(2, ...['shares', 'list', '--account', 'a', '--website', 'w']),
    ).toMatch(/^A website belongs to one account/);

    const revoked = await operator.text('shares', 'revoke', made.id);
    expect(revoked.stdout).toBe(
      `Shared link ${made.id} (Our agency) is revoked: nobody reads the reports of a.example with it any more.\n`,
    );
    expect(await ids()).toEqual([other.id]);
    expect(await operator.failure(1, 'shares', 'revoke', made.id)).toMatch(
      new RegExp(`^There is no shared link ${made.id}: see the ids with`),
    );
  });
});
