// Writes what docs/ repeats of the code, on what was built: docs/bots.md as a whole, and the
// tables of docs/errors.md, docs/configuration.md, docs/scanners.md, docs/people.md and
// docs/feeds/README.md, whose other sections stay.
// It also writes the types with which the dashboard asks the API. Run it by `npm run docs`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './run/root.mjs';
import { clientTypes } from './write-client-types.mjs';

const built = (lib) => import(join(root, 'dist/libs', lib, 'src/index.js'));
if (!existsSync(join(root, 'dist/libs'))) {
  console.error('Nothing is built: run "npm run build" first.');
  process.exit(1);
}
const [{ botsPage, PROBE_PATHS }, { SETTINGS }, { API_ERRORS }, { SIGNALS }, guides] =
  await Promise.all(['classification', 'config', 'contracts', 'people', 'feed-guides'].map(built));

writeFileSync(pageOf('bots'), botsPage());

await writeTable(
  'errors',
  ['status', 'code', 'when'],
  Object.entries(API_ERRORS).map(([code, { status, when }]) => [`${status}`, `\`${code}\``, when]),
);

await writeTable(
  'configuration',
  ['variable', 'default', 'what it does'],
  Object.entries(SETTINGS).map(([name, setting]) => [
    `\`${name}\``,
    setting.default === undefined ? '' : `\`${setting.default}\``,
    setting.description,
  ]),
);

await writeTable(
  'scanners',
  ['for example', 'what is asked for', 'counts', 'source'],
  PROBE_PATHS.map(({ examples: [example], what, counts, source }) => [
    `\`${example}\``,
    what,
    counts === 'always' ? 'always' : '4xx, 5xx',
    `[${new URL(source).hostname}](${source})`,
  ]),
);

await writeTable(
  'people',
  ['weight', 'what a visitor did'],
  Object.values(SIGNALS).map(({ weight, why }) => [`\`${weight > 0 ? '+' : ''}${weight}\``, why]),
);

await writeTable('feeds/README', guides.SENDERS_HEAD, guides.sendersTable(guides.readGuides()));

const [{ openApiDocument }, { ROUTES }] = await Promise.all(
  ['docs/document', 'routes'].map((file) => import(join(root, 'dist/apps/api/src', `${file}.js`))),
);
const typesFile = join(root, 'apps/dashboard/src/api/schema.d.ts');
const types = await clientTypes(openApiDocument(ROUTES, { version: '', url: '' }));
writeFileSync(
  typesFile,
  await format(types, { ...(await resolveConfig(typesFile)), parser: 'typescript' }),
);

/** Puts these rows in the place of the table of a page that begins with the same word. */
async function writeTable(name, head, rows) {
  const page = readFileSync(pageOf(name), 'utf8');
  const line = (cells) => `| ${cells.join(' | ')} |\n`;
  const table = [head, head.map(() => '---'), ...rows].map(line).join('');
  const before = new RegExp(`^\\| ${head[0]} .*\\n(?:\\|.*\\n)+`, 'm');
  const written = page.replace(before, () => table);
  const options = await resolveConfig(pageOf(name));
  writeFileSync(pageOf(name), await format(written, { ...options, parser: 'markdown' }));
}

function pageOf(name) {
  return join(root, 'docs', `${name}.md`);
}
