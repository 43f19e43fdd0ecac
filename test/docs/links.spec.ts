import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nameOfHeading } from '../../apps/api/src/docs/html-of-markdown.js';
import { PAGES, ROOT } from './pages.js';

const FENCED = /^ *```[^]*?^ *```$/gm;
const LINK = /\]\(([^()\s]+)\)/g;
const HEADING = /^#{1,6} (.*)$/gm;

const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8').replaceAll(FENCED, '');

/** The names of the headings of a page. Links in headings count by their words. */
function headingsOf(page: string): string[] {
  return [...textOf(page).matchAll(HEADING)].map(([, words = '']) =>
    nameOfHeading(words.replace(/\[([^\][]+)\]\([^)]*\)/g, '$1')),
  );
}

/** Returns why a link of a page leads nowhere, or undefined. */
function faultOf(page: string, target: string): string | undefined {
  if (/^(https?|mailto):/.test(target)) return undefined;
  const [file = '', part] = target.split('#');
  const found = file === '' ? page : relative(ROOT, join(ROOT, dirname(page), file));
  if (!existsSync(join(ROOT, found))) return `${page}: there is no ${target}`;
  if (part === undefined || !found.endsWith('.md')) return undefined;
  return headingsOf(found).includes(part) ? undefined : `${page}: no heading for ${target}`;
}

it('every link between pages leads to a file, and to a heading of it', () => {
  expect(PAGES.length).toBeGreaterThan(60);
  const links = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(LINK)].map(([, target = '']) => ({ page, target })),
  );
  expect(links.length).toBeGreaterThan(500);
  expect(links.flatMap(({ page, target }) => faultOf(page, target) ?? [])).toEqual([]);
});
