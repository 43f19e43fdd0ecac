import { fillIn } from './fill-in.js';
import { partsOf } from './parts.js';
import { guideIn } from './page.js';

const TABLE = `| what                | in this log |
| ------------------- | ----------- |
| visitors' addresses | yes         |
| hosts               | yes, [all](z.md) |
| countries           | with \`geoip2\` |
| \`Sec-Fetch\` headers | no          |
| files of pages      | no, never   |`;

const PAGE = `# A server

<!-- sender: a-server
feed: custom
also: One server, two, THREE -->

What it is.

## Log it

See [the page](x.md), **then**:

\`\`\`
url = "https://logs.example.com/a" host = logs.example.com key = $BOT_KEY $remote_addr [a](b) **c**
\`\`\`

## Send it

1. Click [here](y.md#z), in
   the **console**:

   | setting | value |
   | ------- | ----- |
   | Key     | \`$BOT_KEY\` |

2. Send to:

   \`\`\`sh
   curl \\
     https://logs.example.com/api/v1/logs/json
   \`\`\`
3. More.

## See it

Look at \`feeds --website ws_…\`:

- one
- another

## What it makes visible

${TABLE}

Not tested. It follows [the documentation](https://docs.example),
read in November 2026.

## Good to know

Nothing of the guide.
`;
const URL = 'https://own.test';
const guide = guideIn('a.md', PAGE)!;

it('takes the sender, its names and what its log has from a page', () => {
  expect(guide).toEqual({
    ...{ steps: expect.stringMatching(/^## Log it/), outcome: expect.stringContaining(TABLE) },
    ...{ sender: 'a-server', page: 'a.md', feed: 'custom', title: 'A server' },
    names: ['One server', 'two', 'THREE'],
    logs: {
      address: { has: 'yes', note: null },
      host: { has: 'yes', note: 'all' },
      country: { has: 'with_changes', note: 'with `geoip2`' },
      fetch_headers: { has: 'no', note: null },
      static_files: { has: 'no', note: 'never' },
    },
    wasRun: false,
    tested: 'Not tested. It follows the documentation, read in November 2026.',
  });
});

it('finds no guide on a page that is about no sender', () => {
  expect(guideIn('a.md', '# A page\n\n## Log it\n')).toBeUndefined();
});

it.each([
  ['a section', PAGE.replace('## See it', '## Look'), 'has no section "See it"'],
  ['how it was tested', PAGE.replace('Not tested', 'Untested'), 'how it was tested'],
  ['a row', PAGE.replace('| hosts ', '| names '), 'has other rows than'],
])('refuses a page without %s', (_, markdown, message) => {
  expect(() => guideIn('a.md', markdown)).toThrow(message);
});

it('is printed for a terminal with own values, without marks of Markdown', () => {
  const text = fillIn(guide, { url: URL, key: 'bot_x', website: 'ws_1', tracking: 't_1' });
  expect(text).toContain(
    'LOG IT\n\nSee the page, then:\n\n' +
      'url = "https://own.test/a" host = own.test key = bot_x $remote_addr [a](b) **c**',
  );
  expect(text).toContain('     setting  value\n     Key      bot_x');
  expect(text).toContain('Look at feeds --website ws_1:');
  expect(text).toMatch(/WHAT IT MAKES VISIBLE\n\n +what +in this log\n +visitors' addresses +yes/);
  expect(text).toMatch(/read in November 2026\.$/);
});

it('is taken apart into headings, paragraphs, steps, tables and blocks to copy', () => {
  const parts = partsOf(guide, URL);
  const text = (words: string, step: number | null = null) => ({ kind: 'text', step, text: words });
  expect(parts).toEqual([
    { kind: 'heading', text: 'Log it' },
    text('See the page, **then**:'),
    {
      kind: 'code',
      language: null,
      text: 'url = "https://own.test/a" host = own.test key = $BOT_KEY $remote_addr [a](b) **c**',
    },
    { kind: 'heading', text: 'Send it' },
    text('Click here, in the **console**:', 1),
    {
      kind: 'table',
      rows: [
        ['setting', 'value'],
        ['Key', '`$BOT_KEY`'],
      ],
    },
    text('Send to:', 2),
    { kind: 'code', language: 'sh', text: 'curl \\\n  https://own.test/api/v1/logs/json' },
    text('More.', 3),
    { kind: 'heading', text: 'See it' },
    text('Look at `feeds --website ws_…`:'),
    text('- one'),
    text('- another'),
  ]);
});
