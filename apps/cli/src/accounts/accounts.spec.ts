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

const ACCOUNT_ID = expect.stringMatching(/^acc_[0-9A-Za-z]{21}$/) as string;

describe('accounts create', () => {
  it('creates an account of plan enterprise with its limits', async () => {
    expect(await operator.json('accounts', 'create', '--name', ' Example Ltd ')).toEqual({
      id: ACCOUNT_ID,
      name: 'Example Ltd',
      plan: 'enterprise',
      api_requests_per_minute: 3000,
      ingest_requests_per_minute: 600_000,
      total_ingest_requests_per_minute: 1_200_000,
      max_live_keys: 10_000,
      max_websites: 5_000,
      fetch_seconds_per_day: 86_400,
      created_at: ISO_DATE,
    });
  });

  it('accepts a plan, and limits that take precedence over it', async () => {
    const rates = ['--api-requests-per-minute', '30', '--ingest-requests-per-minute', '90'];
    const limits = [...rates, '--total-ingest-requests-per-minute', '95', '--max-live-keys', '3'];
    limits.push('--max-websites', '4', '--fetch-seconds-per-day', '5');
    await operator.json('accounts', 'create', '--name', 'a', '--plan', 'free', ...limits);
    const { rows } = await database.pool.query('SELECT * FROM accounts');
    expect(rows).toEqual([
      expect.objectContaining({
        plan: 'free',
        api_requests_per_minute: 30,
        ingest_requests_per_minute: 90,
        total_ingest_requests_per_minute: 95,
        max_live_keys: 3,
        max_websites: 4,
        fetch_seconds_per_day: 5,
      }),
    ]);
  });

  it("leaves the plan's limits to the plan", async () => {
    await operator.json('accounts', 'create', '--name', 'a', '--plan', 'pro');
    const { rows } = await database.pool.query('SELECT * FROM accounts');
    expect(rows[0]).toMatchObject({ api_requests_per_minute: null });
  });

  it('tells the id and the next step', async () => {
    const { status, stdout } = await operator.text('accounts', 'create', '--name', 'Example');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Account acc_\w+ \(Example, plan enterprise\) is made\.\nNext: npm run --silent botgauge -- /,
    );
  });

  it.each([
    [[], "Required option '--name <name>' not specified"],
    [['--name', ' '], 'It must be a text of 1 to 200 characters'],
    [['--name', 'a\u001b[2J'], 'without control characters'],
    [['--name', 'a', '--plan', 'gold'], 'Allowed choices are free, starter, pro, enterprise'],
    [['--name', 'a', '--api-requests-per-minute', '0'], 'an integer from 1 to 2147483647'],
    [['--name', 'a', '--api-requests-per-minute', '1e3'], 'an integer from 1 to 2147483647'],
    [['--name', 'a', '--ingest-requests-per-minute', '2147483648'], 'an integer from 1'],
    [['--name', 'a', 'b'], 'Too many arguments'],
  ])('refuses %j as wrong usage', async (options, message) => {
    expect(await operator.failure(2, 'accounts', 'create', ...options)).toContain(message);
    expect((await database.pool.query('SELECT FROM accounts')).rowCount).toBe(0);
  });
});

describe('accounts update', () => {
  const create = async () => {
    const limits = ['--plan', 'free', '--ingest-requests-per-minute', '90'];
    const { id } = await operator.json<{ id: string }>(
      'accounts',
      'create',
      '--name',
      'a',
      ...limits,
    );
    return id;
  };

  it('changes what is named and nothing else', async () => {
    const id = await create();
    const before = (await operator.json<object[]>('accounts', 'list'))[0];
    const update = (...changes: string[]) => operator.json('accounts', 'update', id, ...changes);
    const named = { ...before, name: 'Example Ltd' };
    expect(await update('--name', ' Example Ltd ')).toEqual(named);
    const plan = { plan: 'pro', api_requests_per_minute: 300, max_live_keys: 1_000 };
    const fetched = { max_websites: 500, fetch_seconds_per_day: 14_400 };
    const planned = { ...named, ...plan, ...fetched };
    expect(await update('--plan', 'pro')).toEqual(planned);
    const limited = { ...planned, api_requests_per_minute: 7 };
    expect(await update('--api-requests-per-minute', '7')).toEqual(limited);
    const keys = { total_ingest_requests_per_minute: 100, max_live_keys: 9 };
    const total = ['--total-ingest-requests-per-minute', '100'];
    expect(await update(...total, '--max-live-keys', '9')).toEqual({ ...limited, ...keys });
    const more = { max_websites: 12, fetch_seconds_per_day: 99 };
    expect(await update('--max-websites', '12', '--fetch-seconds-per-day', '99')).toEqual({
      ...{ ...limited, ...keys, ...more },
    });
    expect(await operator.json('accounts', 'list')).toEqual([{ ...limited, ...keys, ...more }]);
    await update('--max-websites', 'plan', '--fetch-seconds-per-day', 'plan');
    expect(await operator.json('accounts', 'list')).toEqual([{ ...limited, ...keys }]);
  });

  it('returns to the limits of the plan', async () => {
    const id = await create();
    await operator.json('accounts', 'update', id, '--max-live-keys', '9');
    const limits = ['--ingest-requests-per-minute', 'plan', '--max-live-keys', 'plan'];
    expect(await operator.json('accounts', 'update', id, ...limits)).toMatchObject({
      ingest_requests_per_minute: 60,
      total_ingest_requests_per_minute: 120,
      max_live_keys: 25,
    });
    const { rows } = await database.pool.query(
      'SELECT ingest_requests_per_minute AS n FROM accounts',
    );
    expect(rows).toEqual([{ n: null }]);
  });

  it('tells the new limits, and when they take effect', async () => {
    const { stdout } = await operator.text('accounts', 'update', await create(), '--plan', 'pro');
    expect(stdout).toMatch(
      /^Account acc_\w+ \(a, plan pro\) may make 300 API requests per minute, and 90 ingestion requests with each Bot Tracking Key \(180 with all of them\)\. It may have 1,000 live keys and 500 websites, whose robots\.txt and sitemaps are fetched for up to 14,400 seconds a day\. .* everywhere within 10 seconds\.\n$/,
    );
  });

  it('refuses wrong arguments', async () => {
    const id = await create();
    const failure = (status: number, ...argv: string[]) =>
      operator.failure(status, 'accounts', 'update', ...argv);
    expect(await failure(2, id)).toContain('Name what to change');
    expect(await failure(2, id, '--plan', 'gold')).toContain('Allowed choices are free');
    expect(await failure(2, id, '--api-requests-per-minute', '0')).toContain('an integer from 1');
    expect(await failure(1, 'acc_none', '--plan', 'pro')).toBe(
      'There is no account acc_none: see the ids with `npm run --silent botgauge -- accounts list`.',
    );
  });
});

describe('accounts list', () => {
  it('lists nothing, and says how to make one', async () => {
    expect(await operator.json('accounts', 'list')).toEqual([]);
    expect((await operator.text('accounts', 'list')).stdout).toContain(
      'npm run --silent botgauge -- accounts create',
    );
  });

  it('lists every account, oldest first', async () => {
    const first = await operator.json('accounts', 'create', '--name', 'one', '--plan', 'free');
    const second = await operator.json('accounts', 'create', '--name', 'two');
    expect(await operator.json('accounts', 'list')).toEqual([first, second]);
    const { stdout } = await operator.text('accounts', 'list');
    const [headings, ...rows] = stdout.trimEnd().split('\n');
    expect(headings).toMatch(/^ID {20,}NAME {2}PLAN/);
    expect(rows.map((row) => row.split(/ {2,}/)[1])).toEqual(['one', 'two']);
  });
});
