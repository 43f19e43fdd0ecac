import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exchange } from '../support/http.js';
import { shareSystemOn } from '../support/shared-system.js';
import type { System } from '../support/system-on-queue.js';

const ROOT = join(import.meta.dirname, '../..');
const NAME = 'how-we-count-people';
const PAGE = readFileSync(join(ROOT, `docs/${NAME}.md`), 'utf8');
const partOf = (title: string) => PAGE.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

let system: System;
beforeAll(async () => {
  system = await shareSystemOn('postgres');
});
afterAll(() => system.stop());

it('is short, and README names it', () => {
  expect(PAGE.split('\n').length).toBeLessThanOrEqual(150);
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`](docs/${NAME}.md)`);
});

it.each(['Plausible', 'Umami', 'Matomo', 'GoAccess', 'Cloudflare'])(
  'quotes the documentation of %s, with its address and the day',
  (name) => {
    const part = partOf('How others count');
    expect(part).toMatch(/looked up on \d{4}-\d\d-\d\d/);
    const [, own = ''] = part.split(`- **${name}**`);
    const [item = ''] = own.split(/\n- \*\*|\n\n/);
    expect(item).toMatch(/"[^"]{15,}"/);
    expect(item).toMatch(new RegExp(`\\]\\(https://[\\w.]*${name}[\\w.]*/`, 'i'));
  },
);

it('says which of what a log may lack is worth logging', () => {
  const rows = partOf('How to know more').match(/^\| .*\*\*.*/gm) ?? [];
  const words = [
    'static files',
    'address',
    'user agent',
    'referer',
    'protocol',
    'Sec-Fetch',
    'host',
  ];
  expect(rows.map((row, index) => row.includes(words[index] ?? 'nothing more'))).toEqual(
    words.map(() => true),
  );
});

describe.each([NAME, 'people'])('as the API serves it, /docs/%s', (name) => {
  const served = () => exchange(`${system.base}/docs/${name}`);

  it('is HTML that runs nothing, for anybody', async () => {
    const { status, headers } = await served();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = `${headers.get('content-security-policy')}`;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script|unsafe|\*/);
  });

  it('has all words of the page, and nothing of Markdown', async () => {
    const markdown = readFileSync(join(ROOT, `docs/${name}.md`), 'utf8');
    const [, main = ''] = (await served()).text.split('<main>');
    const shown = main.replace(/<[^>]*>/g, ' ');
    // In code, asterisks and bars are meant.
    const prose = main.replace(/<(code|pre)\b[^]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ');
    expect(prose).not.toMatch(/\*\*|`|\]\(|^\s*(#|\||- |>)/m);
    const wordsOf = (text: string) => text.match(/[\p{L}\d]+/gu) ?? [];
    const words = wordsOf(
      markdown
        .replace(/\]\((?!https?:)[^()]*\)|\]\(https?:[^()]*\)/g, ' ')
        .replace(/^```\w+$/gm, ''),
    );
    const all = new Set(wordsOf(shown.replaceAll('&quot;', '"').replaceAll('&amp;', '&')));
    expect(words.filter((word) => !all.has(word))).toEqual([]);
    expect(words.length).toBeGreaterThan(500);
  });

  it('leads to headings and pages that are served, or into the web', async () => {
    const links = [...(await served()).text.matchAll(/href="([^"]+)"/g)].map(
      ([, href = '']) => href,
    );
    expect(links.length).toBeGreaterThan(2);
    for (const href of links.filter((one) => !/^https:/.test(one))) {
      const answer = await exchange(
        new URL(href, `${system.base}/docs/${name}`).href.split('#')[0]!,
      );
      const [, part] = href.split('#');
      expect([href, answer.status]).toEqual([href, 200]);
      if (part) expect(answer.text).toContain(` id="${part}"`);
    }
  });
});
