import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModules } from './modules.js';

const ROOT = join(import.meta.dirname, '../..');
/** Tables are aligned with blanks, and lines are broken anywhere. */
const withSingleBlanks = (text: string) => text.replace(/\s+/g, ' ');
const PAGE = withSingleBlanks(readFileSync(join(ROOT, 'docs/performance.md'), 'utf8'));

it('every figure of the model stands in docs/performance.md', async () => {
  const { FIGURES } = await loadModules();
  expect(Object.keys(FIGURES)).toEqual(['timescale', 'plain', 'citus']);
  for (const [flavour, figures] of Object.entries(FIGURES)) {
    for (const [name, figure] of Object.entries(figures)) {
      for (const { value, unit, passage, place } of [figure].flat()) {
        const times = PAGE.split(passage).length - 1;
        expect([flavour, name, passage, times]).toEqual([flavour, name, passage, 1]);
        expect([flavour, name, numbersIn(passage)[place]]).toEqual([flavour, name, value]);
        expect(unit).toMatch(/ a (million|visit|thousand visits)$/);
      }
    }
  }
});

const numbersIn = (text: string) =>
  [...text.matchAll(/\d[\d,]*(\.\d+)?/g)].map(([number]) =>
    Number(number.replace(/,(?=\d{3})/g, '')),
  );

it('docs/scaling.md shows what the script says', async () => {
  const { FIGURES, readOptions, planFor, linesOf } = await loadModules();
  const page = readFileSync(join(ROOT, 'docs/scaling.md'), 'utf8');
  const shown = [...page.matchAll(/^npm run plan -- (.+)\n```\n\n```text\n([\s\S]+?)\n```$/gm)];
  expect(shown.length).toBeGreaterThan(0);
  for (const [, args = '', text] of shown) {
    const load = readOptions(args.split(' '));
    const figures = FIGURES[load.flavour];
    expect(text).toBe(linesOf(load, planFor(load, figures!)).join('\n'));
  }
});
