import { fillIn, guidesIn, KEY_PLACE, readGuides } from './guides.js';
import { partsOf } from './parts.js';
import { remarksOn } from './remarks.js';

const PAGE = `# A page

<!-- setup: one two -->

See [the page](x.md), **then**:

\`\`\`
url = "https://logs.example.com/a" host = logs.example.com key = $BOT_KEY $remote_addr [a](b) **c**
\`\`\`

<!-- end of setup -->

## Another sender

<!-- setup: two -->

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

<!-- end of setup -->
`;
const OWN = 'https://own.test';
const guideOf = (sender: string) => {
  const guide = guidesIn('a.md', PAGE).find((one) => one.sender === sender);
  if (!guide) throw new Error(`There is a guide for ${sender}`);
  return guide;
};

it('finds the marked parts of a page', () => {
  expect(guidesIn('a.md', PAGE).map(({ text: _, ...guide }) => guide)).toEqual([
    { sender: 'one', title: 'A page', page: 'a.md', feed: 'otlp' },
    { sender: 'two', title: 'Another sender', page: 'a.md', feed: 'json' },
  ]);
  expect(guideOf('one').text.slice(-5)).toBe('\n```'.padStart(5, '*'));
  expect(guideOf('two').text.slice(-5)).toBe('More.');
});

it('fills in the own address and key for a terminal, without marks of Markdown', () => {
  expect(fillIn(guideOf('one'), { url: OWN, key: 'bot_x' })).toBe(
    'See the page, then:\n\n' +
      'url = "https://own.test/a" host = own.test key = bot_x $remote_addr [a](b) **c**',
  );
});

it('takes a guide apart into paragraphs, steps, tables and blocks to copy', () => {
  expect(partsOf(guideOf('two'), OWN)).toEqual([
    { kind: 'text', step: null, text: 'See the page, **then**:' },
    {
      kind: 'code',
      language: null,
      text: 'url = "https://own.test/a" host = own.test key = $BOT_KEY $remote_addr [a](b) **c**',
    },
    { kind: 'text', step: 1, text: 'Click here, in the **console**:' },
    {
      kind: 'table',
      rows: [
        ['setting', 'value'],
        ['Key', '`$BOT_KEY`'],
      ],
    },
    { kind: 'text', step: 2, text: 'Send to:' },
    { kind: 'code', language: 'sh', text: 'curl \\\n  https://own.test/api/v1/logs/json' },
    { kind: 'text', step: 3, text: 'More.' },
  ]);
});

it('has a guide for many senders, each once, with a title of its own and the place of the key', () => {
  const guides = readGuides();
  const each = (field: 'sender' | 'title') => guides.map((guide) => guide[field]);
  expect(each('sender')).toEqual(expect.arrayContaining(['cloudflare', 'fastly', 'nginx']));
  for (const field of ['sender', 'title'] as const)
    expect(new Set(each(field)).size).toBe(guides.length);
  for (const guide of guides) {
    const shown = JSON.stringify(partsOf(guide, OWN));
    expect([guide.sender, shown.includes(KEY_PLACE), /example\.com|```/.test(shown)]).toEqual([
      guide.sender,
      true,
      false,
    ]);
    // Nothing is lost on the way, whatever a page has between its marks.
    const words = (text: string) => text.match(/[\w$]+/g)?.filter((word) => !/^\d$/.test(word));
    const whole = fillIn(guide, { url: OWN, key: KEY_PLACE }).replace(/^ *[|:-]+$/gm, '');
    const said = partsOf(guide, OWN).map((part) =>
      part.kind === 'table' ? part.rows.flat().join(' ') : part.text,
    );
    expect(words(said.join(' '))).toEqual(words(whole));
  }
});

it.each([
  ['https://logs.test', []],
  ['https://logs.test:8443/botgauge', []],
  ['http://logs.test', ['What is sent to http://logs.test is not encrypted']],
  ['http://127.0.0.1:3000', ['Only this machine reaches the API at http://127.0.0.1:3000.']],
  ['http://[::1]:3000', ['Only this machine reaches the API at http://[::1]:3000.']],
  ['http://localhost', ['Only this machine reaches the API at http://localhost.']],
])('remarks on the address %s', (url, remarks) => {
  expect(remarksOn(url)).toEqual(remarks.map((text) => expect.stringContaining(text)));
});
