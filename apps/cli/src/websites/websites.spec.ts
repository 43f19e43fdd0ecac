import { createTestDatabase, type TestDatabase } from '@app/testing';
import { anOperator, ISO_DATE } from '../../test/operator.js';

let database: TestDatabase;
let operator: ReturnType<typeof anOperator>;
let account: string;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = anOperator(database.url);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('TRUNCATE accounts CASCADE');
  account = await newAccount('one');
});

async function newAccount(name: string): Promise<string> {
  return (await operator.json<{ id: string }>('accounts', 'create', '--name', name)).id;
}

const create = (domain: string, owner = account) =>
  operator.json('websites', 'create', '--account', owner, '--domain', domain);

describe('websites create', () => {
  it('creates a website of the account', async () => {
    expect(await create('example.com')).toEqual({
      id: expect.stringMatching(/^ws_[0-9A-Za-z]{21}$/),
      account_id: account,
      domain: 'example.com',
      tracking_id: expect.stringMatching(/^t_[0-9A-Za-z]{21}$/),
      count: 'all',
      behaviour: 'default',
      created_at: ISO_DATE,
    });
  });

  it.each([
    ['EXAMPLE.com.', 'example.com'],
    ['shop.example:8443', 'shop.example'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['localhost', 'localhost'],
  ])('stores %s as %s', async (given, canonical) => {
    expect(await create(given)).toMatchObject({ domain: canonical });
  });

  it.each([
    'https://example.com',
    'example.com/shop',
    'two words',
    '',
    '*.example.com',
    '192.0.2.1',
    '0x7f.1',
    '[2001:db8::1]',
    '-example.com',
    `${'a'.repeat(64)}.example`,
  ])('refuses %j as wrong usage', async (domain) => {
    const argv = ['websites', 'create', '--account', account, '--domain', domain];
    expect(await operator.failure(2, ...argv)).toContain('It is not a domain name');
  });

  it('reports that the account already has the domain', async () => {
    await create('example.com');
    const argv = ['websites', 'create', '--account', account, '--domain', 'EXAMPLE.com'];
    expect(await operator.failure(1, ...argv)).toBe(
      `Account ${account} has a website example.com already: see its id with \`npm run --silent botgauge -- websites list --account ${account}\`.`,
    );
  });

  it('lets two accounts have the same domain', async () => {
    await create('example.com');
    expect(await create('example.com', await newAccount('two'))).toMatchObject({
      domain: 'example.com',
    });
  });

  it('says that there is no such account', async () => {
    const argv = ['websites', 'create', '--account', 'acc_none', '--domain', 'example.com'];
    expect(await operator.failure(1, ...argv)).toBe(
      'There is no account acc_none: see the ids with `npm run --silent botgauge -- accounts list`.',
    );
  });
});

describe('websites list', () => {
  it('lists the websites of one account or of all', async () => {
    const other = await newAccount('two');
    const first = await create('one.example');
    const second = await create('two.example', other);
    expect(await operator.json('websites', 'list')).toEqual([first, second]);
    expect(await operator.json('websites', 'list', '--account', other)).toEqual([second]);
    const { stdout } = await operator.text('websites', 'list');
    expect(stdout).toMatch(/^ID .*DOMAIN[^]*one\.example[^]*two\.example/);
  });

  it('lists nothing, and tells how to create one', async () => {
    expect(await operator.json('websites', 'list')).toEqual([]);
    expect((await operator.text('websites', 'list')).stdout).toContain(
      'npm run --silent botgauge -- websites create',
    );
  });

  it('says that there is no such account', async () => {
    expect(await operator.failure(1, 'websites', 'list', '--account', 'acc_none')).toContain(
      'There is no account acc_none',
    );
  });
});

describe('websites update', () => {
  it('changes what a website counts, how its visits are judged, and its domain', async () => {
    const { id, ...before } = (await create('example.com')) as { id: string };
    const update = (...options: string[]) => operator.json('websites', 'update', id, ...options);
    const counting = { id, ...before, count: 'pages' };
    expect(await update('--count', 'pages')).toEqual(counting);
    const unjudged = { ...counting, behaviour: 'off' };
    expect(await update('--behaviour', 'off')).toEqual(unjudged);
    const { stdout } = await operator.text('websites', 'update', id, '--count', 'pages');
    expect(stdout).toContain('Its visits are judged by their agents only.');
    expect(await update('--domain', 'www.example.com')).toEqual({
      ...unjudged,
      domain: 'www.example.com',
    });
  });

  it('refuses a domain that the account has, an unknown website, and no change', async () => {
    const { id } = (await create('example.com')) as { id: string };
    await create('second.example');
    const refusal = (...argv: string[]) => operator.failure(1, 'websites', 'update', ...argv);
    expect(await refusal(id, '--domain', 'second.example')).toContain(
      'has a website second.example',
    );
    expect(await refusal('ws_x', '--count', 'all')).toContain('There is no website ws_x');
    expect(await refusal(id)).toContain('name --domain, --count or --behaviour');
    expect(await operator.failure(2, 'websites', 'update', id, '--count', 'x')).toContain(
      'all, pages',
    );
  });
});

describe('websites delete', () => {
  it('hides the website, stops its keys and frees its domain', async () => {
    const { id } = await create('example.com');
    const argv = ['keys', 'create', '--kind', 'bot', '--website', `${id}`];
    await operator.json(...argv);
    expect(await operator.json('websites', 'delete', `${id}`)).toEqual({ id, deleted: true });
    expect(await operator.json('websites', 'list')).toEqual([]);
    expect(await operator.json('keys', 'list')).toEqual([
      expect.objectContaining({ revoked_at: ISO_DATE }),
    ]);
    expect(await operator.failure(1, ...argv)).toContain(`There is no website ${id}`);
    expect(await create('example.com')).not.toMatchObject({ id });
  });

  it('says that there is no such website', async () => {
    expect(await operator.failure(1, 'websites', 'delete', 'ws_none')).toBe(
      'There is no website ws_none: see the ids with `npm run --silent botgauge -- websites list`.',
    );
  });
});
