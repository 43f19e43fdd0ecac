import { createTestDatabase, type TestDatabase } from '@app/testing';
import { anOperator } from '../../test/operator.js';
import { fillIn, guidesIn, readGuides } from './guides.js';

const PAGE = `# A page

<!-- setup: one two -->

See [the page](x.md), **then**:

\`\`\`
url = "https://logs.example.com/a" host = logs.example.com key = $BOT_KEY $remote_addr [a](b) **c**
\`\`\`

<!-- end of setup -->

Between.

<!-- setup: two -->

More.

<!-- end of setup -->
`;

describe('guides', () => {
  it('are the marked parts of a page', () => {
    expect(guidesIn('a.md', PAGE).map(({ sender, text }) => [sender, text.slice(-5)])).toEqual([
      ['one', '\n```'.padStart(5, '*')],
      ['two', 'More.'],
    ]);
  });

  it('are printed with the own address and key, and without marks of Markdown', () => {
    const [guide] = guidesIn('a.md', PAGE);
    if (!guide) throw new Error('There is a guide');
    expect(fillIn(guide, { url: 'https://own.test', key: 'bot_x' })).toBe(
      'See the page, then:\n\n' +
        'url = "https://own.test/a" host = own.test key = bot_x $remote_addr [a](b) **c**',
    );
  });

  it('are there for many senders, each once', () => {
    const senders = readGuides().map(({ sender }) => sender);
    expect(senders).toEqual(expect.arrayContaining(['cloudflare', 'fastly', 'nginx', 'vector']));
    expect(new Set(senders).size).toBe(senders.length);
  });
});

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

  it('lists the senders', async () => {
    expect(await operator.json('feeds', 'setup')).toContainEqual({
      sender: 'cloudflare',
      page: 'docs/feeds/cloudflare.md',
    });
  });

  it.each([
    [['nothing', '--website', 'ws_x'], 2, 'There is no sender nothing: choose one of'],
    [['vector'], 2, '--website ws_'],
    [['vector', '--website', 'ws_x'], 1, 'There is no website ws_x'],
  ])('refuses %j', async (argv, status, message) => {
    expect(await operator.failure(status, 'feeds', 'setup', ...argv)).toContain(message);
  });
});
