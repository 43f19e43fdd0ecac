import { createTestDatabase, type TestDatabase } from '@app/testing';
import { anOperator } from '../../test/operator.js';

describe('feeds setup', () => {
  let database: TestDatabase;
  let operator: ReturnType<typeof anOperator>;
  let website: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    operator = anOperator(database.url, { PUBLIC_URL: 'https://logs.own.test' });
    const make = (...argv: string[]) => operator.json<{ id: string }>(...argv);
    const account = await make('accounts', 'create', '--name', 'one');
    const owner = ['--account', account.id, '--domain', 'own.test'];
    website = (await make('websites', 'create', ...owner)).id;
  });
  afterAll(() => database.drop());

  it('makes a key for the sender and prints how to use it', async () => {
    const made = await operator.json<{ key: string; key_id: string; text: string }>(
      ...['feeds', 'setup', 'vector', '--website', website],
    );
    expect(made.text).toContain('uri = "https://logs.own.test/api/v1/logs/json"');
    expect(made.text).toContain(`request.headers.x-api-key = "${made.key}"`);
    const keys = await operator.json<{ id: string; name: string; website_id: string }[]>(
      ...['keys', 'list'],
    );
    expect(keys).toEqual([
      expect.objectContaining({ id: made.key_id, name: 'Feed vector', website_id: website }),
    ]);
  });

  it('names the API that was found, where no public address is set', async () => {
    const beside = anOperator(database.url, { BOTGAUGE_URL: 'http://127.0.0.1:4100' });
    const { url, text } = await beside.json<{ url: string; text: string }>(
      ...['feeds', 'setup', 'fluent-bit', '--website', website],
    );
    expect(url).toBe('http://127.0.0.1:4100');
    expect(text).toMatch(/Host +127\.0\.0\.1\n +Port +4100\n +tls +off\n/);
  });

  it('prints the lines that make a service of following a log, and how to see what it makes visible', async () => {
    const { key, text } = await operator.json<{ key: string; text: string }>(
      ...['feeds', 'setup', 'nginx', '--website', website],
    );
    expect(text).toContain(`BOTGAUGE_URL=https://logs.own.test BOTGAUGE_BOT_KEY=${key}`);
    expect(text).toContain("ship --print-service systemd '/var/log/nginx/botgauge.log*'");
    expect(text).toContain(`feeds --website ${website}`);
    expect(text).toMatch(/^LOG IT\n[^]*\nSEND IT\n[^]*\nSEE IT\n[^]*\nWHAT IT MAKES VISIBLE\n/);
  });

  it('makes no key for the image of a website, and fills in its tracking id', async () => {
    const before = await operator.json<unknown[]>('keys', 'list');
    const answer = await operator.json<{ key?: string; text: string }>(
      ...['feeds', 'setup', 'pixel', '--website', website],
    );
    expect(answer.key).toBeUndefined();
    expect(answer.text).toMatch(/https:\/\/logs\.own\.test\/api\/pixel\?tid=t_\w{10,}"/);
    expect(await operator.json<unknown[]>('keys', 'list')).toHaveLength(before.length);
  });

  it('lists the senders', async () => {
    expect(await operator.json('feeds', 'setup')).toContainEqual({
      sender: 'cloudflare',
      page: 'docs/feeds/cloudflare.md',
      names: expect.arrayContaining(['Logpush']),
    });
  });

  it.each([
    [['nothing', '--website', 'ws_x'], 2, 'There is no sender nothing: choose one of'],
    [['httpd', '--website', 'ws_x'], 2, 'what you look for is sent by apache.'],
    [['vector'], 2, '--website ws_'],
    [['vector', '--website', 'ws_x'], 1, 'There is no website ws_x'],
  ])('refuses %j', async (argv, status, message) => {
    expect(await operator.failure(status, 'feeds', 'setup', ...argv)).toContain(message);
  });
});
