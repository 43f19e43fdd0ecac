import { hashKey } from '@app/access';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { PassThrough, Writable } from 'node:stream';
import { anOperator } from '../../test/operator.js';
import { run } from '../create-program.js';

let database: TestDatabase;
let operator: ReturnType<typeof anOperator>;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = anOperator(database.url);
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('TRUNCATE accounts CASCADE'));

interface Bootstrapped {
  created: boolean;
  account_id: string;
  api_key: string;
  bot_key: string;
}

const count = async (table: string) => (await database.pool.query(`SELECT FROM ${table}`)).rowCount;

describe('bootstrap', () => {
  it('creates an account, a website and both keys, once', async () => {
    const created = await operator.json<Bootstrapped>('bootstrap');
    expect(created).toEqual({
      created: true,
      account_id: expect.stringMatching(/^acc_/),
      website_id: expect.stringMatching(/^ws_/),
      domain: 'example.com',
      api_key: expect.stringMatching(/^api_/),
      bot_key: expect.stringMatching(/^bot_/),
    });
    expect(await operator.json('bootstrap')).toEqual({ created: false });
    const { rows } = await database.pool.query('SELECT kind, sha256 FROM api_keys ORDER BY kind');
    expect(rows).toEqual([
      { kind: 'api', sha256: hashKey(created.api_key) },
      { kind: 'bot', sha256: hashKey(created.bot_key) },
    ]);
    expect(await operator.json('accounts', 'list')).toEqual([
      expect.objectContaining({ id: created.account_id, name: 'Default', plan: 'enterprise' }),
    ]);
  });

  it('accepts another domain', async () => {
    expect(await operator.json('bootstrap', '--domain', 'Shop.example')).toMatchObject({
      domain: 'shop.example',
    });
    expect(await operator.failure(2, 'bootstrap', '--domain', 'a b')).toContain(
      'not a domain name',
    );
  });

  it('makes one when several run at once', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => operator.json<Bootstrapped>('bootstrap')));
    expect(all.map(({ created }) => created).sort()).toEqual([false, false, false, true]);
    expect(await count('accounts')).toBe(1);
    expect(await count('api_keys')).toBe(2);
  });

  it('leaves nothing behind when it fails half-way', async () => {
    await database.pool.query("ALTER TABLE api_keys ADD CONSTRAINT fault CHECK (kind <> 'bot')");
    expect((await operator.text('bootstrap')).status).toBe(1);
    await database.pool.query('ALTER TABLE api_keys DROP CONSTRAINT fault');
    expect(await count('accounts')).toBe(0);
    expect(await operator.json('bootstrap')).toMatchObject({ created: true });
  });

  it('creates nothing when the keys cannot be delivered', async () => {
    const fault = Object.assign(new Error('disk'), { code: 'ENOSPC', syscall: 'write' });
    const output = new Writable({ write: (_chunk, _encoding, done) => done(fault) });
    output.on('error', () => undefined);
    const errors = new PassThrough();
    const env = { DATABASE_URL: database.url };
    expect(await run(['bootstrap'], { env, input: new PassThrough(), output, errors })).toBe(1);
    expect(String(errors.read())).toContain('could not be written (ENOSPC)');
    expect(await count('accounts')).toBe(0);
    expect(await operator.json('bootstrap')).toMatchObject({ created: true });
  });

  it('prints the keys for people and says that they are not shown again', async () => {
    const { stdout } = await operator.text('bootstrap');
    expect(stdout).toMatch(/^API Key +api_\w{50}$/m);
    expect(stdout).toMatch(/^Bot Tracking Key +bot_\w{50}$/m);
    expect(stdout).toContain('not shown again');
    expect((await operator.text('bootstrap')).stdout).toContain('There is an account already');
  });
});
