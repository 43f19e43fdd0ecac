import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_FORMAT_NAMES } from '@app/log-formats';
import { runCommand } from '../../test/run-command.js';

const DOCS = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'import.md');

it.each(LOG_FORMAT_NAMES)('the help and the documentation explain the format %s', async (name) => {
  const { stdout } = await runCommand(['import', '--help']);
  expect(stdout).toMatch(new RegExp(`^  ${name} {2,}\\S`, 'm'));
  expect(readFileSync(DOCS, 'utf8')).toMatch(new RegExp(`^\\| \`${name}\` +\\| \\S`, 'm'));
});

it('refuses an empty list of columns', async () => {
  const { status, stderr } = await runCommand(['import', '--dry-run', '--fields', ' , ', 'a.log']);
  expect(status).toBe(2);
  expect(stderr).toContain('It must be a list of names, like timestamp,c-ip,cs-uri-stem.');
});
