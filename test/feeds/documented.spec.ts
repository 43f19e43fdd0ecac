import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEEDS } from '../../apps/api/src/feeds/feeds.js';

const DOCS = join(import.meta.dirname, '../../docs/feeds');
const read = (file: string) => readFileSync(join(DOCS, file), 'utf8');

describe.each(FEEDS)('The feed $name', ({ name, addresses }) => {
  it('has a page, and a row in the list of pages', () => {
    expect([name, existsSync(join(DOCS, `${name}.md`))]).toEqual([name, true]);
    const { path } = addresses[0].deliver;
    expect(read(`${name}.md`)).toContain(path);
    const row = read('README.md')
      .split('\n')
      .find((line) => line.startsWith('|') && line.includes(`\`${path}\``));
    expect(row).toContain(`(${name}.md)`);
  });
});
