import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { headerOf } from '../screenshots/few-colours.js';
import { FOLDER, MOST_BYTES, PICTURES, SCALE, SIZE, THEMES } from '../screenshots/pictures.js';

const ROOT = join(import.meta.dirname, '../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const FILES = PICTURES.flatMap(({ name }) => THEMES.map((theme) => `${name}-${theme}.png`));

it('shows every picture of the page in README, in words too', () => {
  const shown = [...README.matchAll(/docs\/images\/([\w-]+\.png)/g)].map(([, file]) => file);
  expect(shown.sort()).toEqual([...FILES].sort());
  for (const [image] of README.matchAll(/<img [^>]*>/g)) expect(image).toMatch(/ alt="[^"]{80,}"/);
});

it('has the pictures that npm run screenshots writes, and no others', () => {
  expect(readdirSync(join(ROOT, FOLDER)).sort()).toEqual([...FILES].sort());
  for (const file of FILES) {
    const path = join(ROOT, FOLDER, file);
    expect(headerOf(readFileSync(path))).toMatchObject({
      width: SIZE.width * SCALE,
      height: SIZE.height * SCALE,
    });
    expect(statSync(path).size).toBeLessThan(MOST_BYTES);
  }
});
