import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, PAGES } from './pages.js';

/** What every shell knows. */
const OF_SHELL = new Set(['HOME', 'PATH', 'PWD', 'USER']);
const BLOCK = /^( *)```(\w*)\n([^]*?)^ *```$/gm;
const USED = /\$\{?([A-Z][A-Z0-9_]+)\b/g;
const SET = /(?:^|[\s;(])(?:export )?([A-Z][A-Z0-9_]+)=|\bread (?:-\w+ )*([A-Z][A-Z0-9_]+)\b/g;
/** A text says in the place of which variable something of one's own belongs. */
const EXPLAINED = /in (?:the )?place of (?:the )?`\$([A-Z][A-Z0-9_]+)`/g;

it.each(PAGES)('%s defines every variable that its commands use', (page) => {
  const markdown = readFileSync(join(ROOT, page), 'utf8');
  const blocks = Array.from(markdown.matchAll(BLOCK), ([, , language = '', text = '']) => ({
    ...{ language, text },
  }));
  const known = new Set([
    ...OF_SHELL,
    ...Array.from(markdown.replace(/\s+/g, ' ').matchAll(EXPLAINED), ([, name]) => name),
    ...blocks.flatMap(({ text }) =>
      Array.from(text.matchAll(SET), ([, one, other]) => one ?? other),
    ),
  ]);
  const used = blocks.flatMap(({ language, text }) =>
    Array.from(text.matchAll(USED), ([, name]) => name).filter(
      (name) => language === 'sh' || name === 'BOT_KEY',
    ),
  );
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});
