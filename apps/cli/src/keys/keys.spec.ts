import { createHash } from 'node:crypto';
import { hashKey, isWellFormedKey } from '@app/access';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { anOperator, ISO_DATE } from '../../test/operator.js';

let database: TestDatabase;
let operator: ReturnType<typeof anOperator>;
let account: string;
let website: string;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = anOperator(database.url);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('TRUNCATE accounts CASCADE');
  account = (await operator.json<Created>('accounts', 'create', '--name', 'one')).id;
  const site = ['--account', account, '--domain', 'example.com'];
  website = (await operator.json<Created>('websites', 'create', ...site)).id;
});

interface Created {
  id: string;
  key: string;
}

const create = (...options: string[]) => operator.json<Created>('keys', 'create', ...options);
const createApiKey = (...options: string[]) =>
  create('--kind', 'api', '--account', account, ...options);
const createBotKey = (...options: string[]) =>
  create('--kind', 'bot', '--website', website, ...options);

/**
 * Returns everything that a table holds as text, with bytes in the forms in which PostgreSQL and
 * people write them.
 */
async function stored(table: string): Promise<string> {
  const { rows } = await database.pool.query(`SELECT * FROM ${table}`);
  return JSON.stringify(rows, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
}

describe('keys create', () => {
  it('creates an API Key of an account', async () => {
    const created = await createApiKey('--name', 'dashboard', '--expires-at', '2099-12-31');
    expect(created).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{21}$/),
      kind: 'api',
      name: 'dashboard',
      scope: 'full',
      last4: created.key.slice(-4),
      created_at: ISO_DATE,
      last_used_at: null,
      expires_at: '2099-12-31T00:00:00.000Z',
      revoked_at: null,
      replaced_by: null,
      has_signing_secret: false,
      account_id: account,
      key: expect.stringMatching(/^api_/),
    });
    expect(isWellFormedKey(created.key)).toBe(true);
  });

  it('creates a Bot Tracking Key of a website, in the account of the website', async () => {
    const created = await createBotKey();
    expect(created).toMatchObject({ kind: 'bot', name: 'Bot Tracking Key', website_id: website });
    const { rows } = await database.pool.query(
      `SELECT a.public_id AS account, w.public_id AS website, k.sha256 FROM api_keys k
       JOIN accounts a ON a.id = k.account_id JOIN websites w ON w.id = k.website_id`,
    );
    expect(rows).toEqual([{ account, website, sha256: hashKey(created.key) }]);
  });

  it('prints the value once and says so', async () => {
    const argv = ['keys', 'create', '--kind', 'api', '--account', account];
    const { stdout } = await operator.text(...argv);
    const [value = ''] = stdout.split('\n');
    expect(isWellFormedKey(value)).toBe(true);
    expect(stdout.split(value)).toHaveLength(2);
    expect(stdout).toContain('is not shown again');
  });

  it('stores only the sha256 and the last 4 characters of the value', async () => {
    const { key } = await createApiKey();
    const { rows } = await database.pool.query('SELECT sha256, last4 FROM api_keys');
    expect(rows).toEqual([
      { sha256: createHash('sha256').update(key).digest(), last4: key.slice(-4) },
    ]);
    const secret = key.slice('api_'.length, -'_123456'.length);
    for (const table of ['api_keys', 'websites', 'accounts']) {
      expect(await stored(table)).not.toContain(secret.slice(0, 12));
      expect(await stored(table)).not.toContain(secret.slice(-12));
    }
  });

  it.each([
    ['2099-01-01T12:00', '2099-01-01T12:00:00.000Z'],
    ['2099-01-01T12:00:30Z', '2099-01-01T12:00:30.000Z'],
    ['2099-01-01T12:00:00.5+02:00', '2099-01-01T10:00:00.500Z'],
  ])('reads --expires-at %s', async (given, expires_at) => {
    expect(await createApiKey('--expires-at', given)).toMatchObject({ expires_at });
  });

  it.each(['tomorrow', '2099-02-30', '2099-13-01', '4070908800000', '2099-01-01T25:00'])(
    'refuses --expires-at %s',
    async (time) => {
      const argv = ['keys', 'create', '--kind', 'api', '--account', account, '--expires-at', time];
      expect(await operator.failure(2, ...argv)).toContain('ISO 8601');
    },
  );

  it('refuses a time in the past', async () => {
    const options = ['--kind', 'api', '--account', account, '--expires-at', '2020-01-01'];
    const message = await operator.failure(2, 'keys', 'create', ...options);
    expect(message).toContain('It must be in the future');
  });

  it.each([
    [['--kind', 'api'], 'give --account acc_… and no --website'],
    [['--kind', 'bot'], 'give --website ws_… and no --account'],
    [['--kind', 'api', '--website', 'ws_x'], 'give --account acc_…'],
    [['--kind', 'api', '--account', 'acc_x', '--website', 'ws_x'], 'no --website'],
    [['--kind', 'bot', '--account', 'acc_x', '--website', 'ws_x'], 'no --account'],
    [['--kind', 'admin'], 'Allowed choices are api, bot'],
    [['--account', 'acc_x'], "Required option '--kind <kind>' not specified"],
  ])('refuses %j as wrong usage', async (options, message) => {
    expect(await operator.failure(2, 'keys', 'create', ...options)).toContain(message);
  });

  it('reports that account or website does not exist', async () => {
    const unknown = (...options: string[]) => operator.failure(1, 'keys', 'create', ...options);
    expect(await unknown('--kind', 'api', '--account', 'acc_x')).toContain('no account acc_x');
    expect(await unknown('--kind', 'bot', '--website', 'ws_x')).toContain('no website ws_x');
  });
});

describe('keys list', () => {
  it('lists keys with what they belong to, never a value', async () => {
    const api = await createApiKey('--name', 'dashboard');
    const bot = await createBotKey('--name', 'nginx');
    const listed = await operator.json<Record<string, unknown>[]>('keys', 'list');
    expect(listed).toEqual([
      { ...withoutKey(api), account_id: account, website_id: null, domain: null },
      { ...withoutKey(bot), account_id: account, website_id: website, domain: 'example.com' },
    ]);
    const { stdout } = await operator.text('keys', 'list');
    for (const { key, id } of [api, bot]) {
      expect(stdout).toContain(id);
      expect(stdout).toContain(`…${key.slice(-4)}`);
      expect(stdout + JSON.stringify(listed)).not.toContain(key.slice(4, 12));
      expect(stdout + JSON.stringify(listed)).not.toContain(key.slice(-8));
    }
  });

  it('lists the keys of one account only', async () => {
    await createApiKey();
    const other = await operator.json<Created>('accounts', 'create', '--name', 'two');
    expect(await operator.json('keys', 'list', '--account', other.id)).toEqual([]);
    expect(await operator.json('keys', 'list', '--account', account)).toHaveLength(1);
    expect(await operator.failure(1, 'keys', 'list', '--account', 'acc_x')).toContain('acc_x');
  });

  it('says how to make one when there is none', async () => {
    expect((await operator.text('keys', 'list')).stdout).toContain(
      'npm run --silent botgauge -- keys create',
    );
  });

  it('shows when a key was used and revoked', async () => {
    const { id } = await createBotKey();
    await database.pool.query(`UPDATE api_keys SET last_used_at = '2026-11-20T12:00:00Z'`);
    await operator.json('keys', 'revoke', id);
    expect(await operator.json('keys', 'list')).toEqual([
      expect.objectContaining({
        last_used_at: '2026-11-20T12:00:00.000Z',
        revoked_at: ISO_DATE,
      }),
    ]);
  });
});

describe('keys revoke', () => {
  it('stops a key, and has no effect the second time', async () => {
    const { id } = await createApiKey();
    const first = await operator.json('keys', 'revoke', id);
    expect(first).toMatchObject({ id, revoked_at: ISO_DATE });
    expect(await operator.json('keys', 'revoke', id)).toEqual(first);
    expect((await operator.text('keys', 'revoke', id)).stdout).toContain('is revoked since');
  });

  it('says that there is no such key', async () => {
    expect(await operator.failure(1, 'keys', 'revoke', 'key_x')).toBe(
      'There is no key key_x: see the ids with `npm run --silent botgauge -- keys list`.',
    );
    expect(await operator.failure(2, 'keys', 'revoke')).toContain("Missing required argument 'id'");
  });

  it('asks for the id when it is given the value, without repeating it', async () => {
    const { key } = await createApiKey();
    const message = await operator.failure(2, 'keys', 'revoke', key);
    expect(message).toContain("That is a key's value, not its id");
    expect(message).not.toContain(key.slice(4, 12));
  });
});

function withoutKey(created: Created): Record<string, unknown> {
  return Object.fromEntries(Object.entries(created).filter(([field]) => field !== 'key'));
}

describe('keys rotate', () => {
  it('creates a successor and lets the key expire after the overlap', async () => {
    const old = await createApiKey('--name', 'ci', '--scope', 'read');
    const before = Date.now();
    const successor = await operator.json<Created>(
      'keys',
      'rotate',
      old.id,
      '--overlap-seconds',
      '60',
    );
    expect(successor).toMatchObject({
      kind: 'api',
      name: 'ci',
      scope: 'read',
      replaces: old.id,
      expires_at: null,
    });
    expect(isWellFormedKey(successor.key)).toBe(true);
    const [listed] = await operator.json<{ expires_at: string }[]>('keys', 'list');
    expect(listed).toMatchObject({ id: old.id, replaced_by: successor.id });
    expect(Date.parse(listed?.expires_at ?? '')).toBeGreaterThanOrEqual(before + 60_000);
    expect(Date.parse(listed?.expires_at ?? '')).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('rotates a Bot Tracking Key for its website, and says so once', async () => {
    const old = await createBotKey();
    const { stdout } = await operator.text('keys', 'rotate', old.id);
    const [value = ''] = stdout.split('\n');
    expect(value).toMatch(/^bot_/);
    expect(stdout.split(value)).toHaveLength(2);
    expect(stdout).toContain(`The old one (${old.id}) stops at `);
  });

  it('refuses a key that was rotated or revoked, and one that is not there', async () => {
    const rotated = await createApiKey();
    await operator.json('keys', 'rotate', rotated.id);
    const revoked = await createApiKey();
    await operator.json('keys', 'revoke', revoked.id);
    for (const { id } of [rotated, revoked])
      expect(await operator.failure(1, 'keys', 'rotate', id)).toContain(
        'has expired, was revoked or was already rotated',
      );
    expect(await operator.failure(1, 'keys', 'rotate', 'key_none')).toContain(
      'There is no key key_none',
    );
    expect(await operator.failure(2, 'keys', 'rotate', rotated.key)).toContain(
      "That is a key's value",
    );
  });
});

describe('--scope', () => {
  it('is of API Keys only', async () => {
    const argv = ['keys', 'create', '--kind', 'bot', '--website', website, '--scope', 'read'];
    expect(await operator.failure(2, ...argv)).toBe(
      'A key of kind bot has no scope: leave --scope out.',
    );
  });
});
