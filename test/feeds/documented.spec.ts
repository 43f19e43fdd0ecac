import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEEDS } from '../../apps/api/src/feeds/feeds.js';

const DOCS = join(import.meta.dirname, '../../docs/feeds');
const read = (file: string) => readFileSync(join(DOCS, file), 'utf8');

const PAGE = /\(([\w-]+\.md)\)/;

describe.each(FEEDS)('The feed $name', ({ addresses }) => {
  it('has a row in the list of pages, and a page that names its addresses', () => {
    const paths = addresses.map(({ deliver }) => deliver.path);
    const row = read('README.md')
      .split('\n')
      .find((line) => line.startsWith('|') && line.includes(`\`${paths[0]}\``));
    const [, page = 'no page'] = PAGE.exec(row ?? '') ?? [];
    expect([page, existsSync(join(DOCS, page))]).toEqual([page, true]);
    for (const path of paths) expect(read(page)).toContain(path);
  });
});
