import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { DOCUMENT } from './document.js';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'apps/dashboard/src/api/schema.d.ts');

/** What `npm run docs` writes of a document. */
const WRITE = `
import { text } from 'node:stream/consumers';
import { clientTypes } from './scripts/write-client-types.mjs';
process.stdout.write(await clientTypes(JSON.parse(await text(process.stdin))));
`;

it('the dashboard asks with the types of the OpenAPI document; else run "npm run docs"', async () => {
  const written = execFileSync(process.execPath, ['--input-type=module', '-e', WRITE], {
    cwd: ROOT,
    input: JSON.stringify(DOCUMENT),
    encoding: 'utf8',
  });
  const options = { ...(await resolveConfig(FILE)), parser: 'typescript' };
  expect(readFileSync(FILE, 'utf8')).toBe(await format(written, options));
});
