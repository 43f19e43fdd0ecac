import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

// `npm run build` in a separate small repository.

const ROOT = path.join(import.meta.dirname, '../..');
let repository: string;

beforeAll(() => {
  repository = fs.mkdtempSync(path.join(os.tmpdir(), 'build '));
  fs.cpSync(path.join(ROOT, 'scripts'), path.join(repository, 'scripts'), { recursive: true });
  for (const tool of ['@swc', 'rolldown', 'vite']) link(tool);
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', '{}');
  write('apps/cli/src/main.ts', "import { two } from '@app/config';\nconsole.log(await two());\n");
  write('libs/config/src/index.ts', "export { two } from './deep/two.js';\n");
  write('libs/config/src/deep/two.ts', 'export const two = async (): Promise<number> => 2;\n');
  write('libs/config/src/deep/two.spec.ts', '');
  write('libs/testing/src/index.ts', '');
  write('libs/storage/sql/one.sql', 'SELECT 1;\n');
  write('docs/feeds/page.md', 'a page');
  write('docs/people.md', 'a page that is served');
  write('docs/scaling.md', 'a page that is not');
  fs.cpSync(
    path.join(ROOT, 'apps/dashboard/vite.config.mjs'),
    path.join(repository, 'apps/dashboard/vite.config.mjs'),
  );
  write('apps/dashboard/index.html', '<script type="module" src="./src/main.tsx"></script>');
  write('apps/dashboard/src/main.tsx', "import { said } from './said.js';\nconsole.log(said);\n");
  write('apps/dashboard/src/said.ts', "export const said: string = 'hello';\n");
});

afterAll(() => fs.rmSync(repository, { recursive: true, force: true }));

/** Gives the small repository a package of ours. */
function link(name: string): void {
  const place = path.join(repository, 'node_modules', name);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.symlinkSync(path.join(ROOT, 'node_modules', name), place, 'dir');
}

function write(file: string, text: string): void {
  const place = path.join(repository, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, text);
}

function node(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { cwd: repository, encoding: 'utf8' });
}
const build = () => node('scripts/build.mjs');
const isBuilt = () =>
  node('-e', "import('./scripts/build.mjs').then((m) => console.log(m.isBuilt()))").stdout.trim();

const made = () =>
  fs
    .readdirSync(path.join(repository, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|map|sql|md)$/.test(file) && !file.startsWith('apps/dashboard/'))
    .sort();

it('makes programs that run from sources and statements, without tests', () => {
  expect(build()).toMatchObject({ status: 0, stderr: '' });
  expect(made()).toEqual([
    'apps/cli/src/main.js',
    'apps/cli/src/main.js.map',
    'docs/feeds/page.md',
    'docs/people.md',
    'libs/config/src/deep/two.js',
    'libs/config/src/deep/two.js.map',
    'libs/config/src/index.js',
    'libs/config/src/index.js.map',
    'libs/storage/sql/one.sql',
  ]);
  const main = path.join(repository, 'dist/apps/cli/src/main.js');
  expect(node(main).stdout).toBe('2\n');
  expect(fs.statSync(main).mode & 0o111).toBe(0o111);
});

it('knows whether a source changed, and removes files that have no source any more', () => {
  expect(isBuilt()).toBe('true');
  fs.rmSync(path.join(repository, 'libs/storage/sql/one.sql'));
  expect(isBuilt()).toBe('false');
  build();
  expect(made()).not.toContain('libs/storage/sql/one.sql');
  expect(isBuilt()).toBe('true');
  fs.rmSync(path.join(repository, 'dist/libs/config/src/index.js'));
  expect(isBuilt()).toBe('false');
});

it('names every file that is not TypeScript, and builds nothing then', () => {
  write('libs/config/src/index.ts', 'const x: = 1;\n');
  write('libs/config/src/deep/two.ts', 'let let;\n');
  const { status, stderr } = build();
  expect(status).toBe(1);
  expect(stderr).toMatch(/libs\/config\/src\/deep\/two\.ts: [^]*libs\/config\/src\/index\.ts: /);
  expect(stderr).toContain('Correct the files named above');
  expect(stderr).not.toContain('backtrace');
  expect(isBuilt()).toBe('false');
});

describe('the dashboard', () => {
  const folder = () => path.join(repository, 'dist/apps/dashboard');
  const scripts = () =>
    fs
      .readdirSync(folder(), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'));
  const contents = (file: string) => fs.readFileSync(path.join(folder(), file));

  beforeAll(() => {
    write('libs/config/src/index.ts', "export { two } from './deep/two.js';\n");
    write('libs/config/src/deep/two.ts', 'export const two = async () => 2;\n');
    expect(build()).toMatchObject({ status: 0, stderr: '' });
  });

  it('is a page whose script has a name of its contents, and is compressed', () => {
    const [script = ''] = scripts();
    expect(scripts()).toEqual([expect.stringMatching(/^assets\/index-[\w-]{8}\.js$/)]);
    expect(`${contents('index.html')}`).toContain(`src="./${script}"`);
    for (const file of ['index.html', script]) {
      const plain = contents(file);
      expect(gunzipSync(contents(`${file}.gz`))).toEqual(plain);
      expect(brotliDecompressSync(contents(`${file}.br`))).toEqual(plain);
    }
  });

  it('is built again when one of its sources changes, without what it was before', () => {
    const [before] = scripts();
    expect(isBuilt()).toBe('true');
    write('apps/dashboard/src/said.ts', "export const said: string = 'good bye';\n");
    expect(isBuilt()).toBe('false');
    build();
    expect(isBuilt()).toBe('true');
    expect(scripts()).toHaveLength(1);
    expect(scripts()).not.toContain(before);
    write('apps/dashboard/src/said.spec.ts', '');
    expect(isBuilt()).toBe('true');
    fs.rmSync(path.join(folder(), 'index.html'));
    expect(isBuilt()).toBe('false');
  });

  it('says which of its files cannot be built', () => {
    write('apps/dashboard/src/said.ts', 'export const = 1;\n');
    const { status, stderr } = build();
    expect(status).toBe(1);
    expect(stderr).toContain('said.ts');
    expect(stderr).toContain('The dashboard could not be built. Correct the file');
    write('apps/dashboard/src/said.ts', "export const said: string = 'hello';\n");
  });
});

describe('packages', () => {
  const inPackage = (name: string, files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) write(`node_modules/${name}/${file}`, text);
  };
  const run = () => node('dist/apps/cli/src/main.js');

  beforeAll(() => {
    inPackage('first', {
      'package.json': '{ "type": "module", "exports": { ".": "./a.js", "./more": "./more.js" } }',
      // The order counts: `needs` reads what `gives` sets.
      'a.js': "import 'gives'; import './needs.js'; export class Named {}",
      'needs.js': "if (globalThis.given !== 'yes') throw new Error('too early');",
      'more.js':
        "import 'gives'; import './needs.js'; export { default as shared } from 'commonjs';",
    });
    inPackage('gives', {
      'package.json': '{}',
      'index.js': "exports.given = globalThis.given = 'yes';",
    });
    inPackage('commonjs', {
      'package.json': '{}',
      'index.js':
        "exports.place = __dirname; exports.file = __filename; exports.os = require('os').EOL;" +
        "try { require('is-not-installed'); } catch (error) { exports.missing = error.code; }",
    });
    write('libs/config/src/deep/two.ts', 'export {};');
    write(
      'libs/config/src/index.ts',
      "export const needs = async () => (await import('first')).Named;",
    );
    write(
      'apps/cli/src/main.ts',
      `import commonjs, { place } from 'commonjs';
import { shared } from 'first/more';
import { needs } from '@app/config';
const { name } = await needs();
console.log(JSON.stringify({ place, name, same: shared === commonjs, ...commonjs }));`,
    );
    expect(build()).toMatchObject({ status: 0, stderr: '' });
  });

  it('are put beside the programs, and do what they do in node_modules', () => {
    const place = path.join(fs.realpathSync(repository), 'node_modules/commonjs');
    const said = JSON.parse(run().stdout);
    expect(said).toEqual({
      place,
      file: path.join(place, 'index.js'),
      os: os.EOL,
      missing: 'MODULE_NOT_FOUND',
      name: 'Named',
      same: true,
    });
  });

  it('are read from there, not from node_modules', () => {
    write('node_modules/first/a.js', "throw new Error('read again');");
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    expect(fs.readdirSync(path.join(repository, 'dist/node_modules')).sort()).toEqual([
      '.shared',
      'commonjs',
      'first',
    ]);
  });

  it('that are no longer imported are removed', () => {
    write('apps/cli/src/main.ts', "import 'gives';\nconsole.log(globalThis.given);\n");
    build();
    expect(run().stdout).toBe('yes\n');
    expect(fs.readdirSync(path.join(repository, 'dist/node_modules'))).toEqual(['gives']);
  });
});
