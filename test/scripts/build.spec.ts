import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// `npm run build` in a separate small repository.

const ROOT = path.join(import.meta.dirname, '../..');
let repository: string;

beforeAll(() => {
  repository = fs.mkdtempSync(path.join(os.tmpdir(), 'build '));
  fs.cpSync(path.join(ROOT, 'scripts'), path.join(repository, 'scripts'), { recursive: true });
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(repository, 'node_modules'), 'dir');
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', '{}');
  write('apps/cli/src/main.ts', "import { two } from '@app/config';\nconsole.log(await two());\n");
  write('libs/config/src/index.ts', "export { two } from './deep/two.js';\n");
  write('libs/config/src/deep/two.ts', 'export const two = async (): Promise<number> => 2;\n');
  write('libs/config/src/deep/two.spec.ts', '');
  write('libs/testing/src/index.ts', '');
  write('libs/storage/sql/one.sql', 'SELECT 1;\n');
});

afterAll(() => fs.rmSync(repository, { recursive: true, force: true }));

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
    .filter((file) => /\.(js|map|sql)$/.test(file))
    .sort();

it('makes programs that run from sources and statements, without tests', () => {
  expect(build()).toMatchObject({ status: 0, stderr: '' });
  expect(made()).toEqual([
    'apps/cli/src/main.js',
    'apps/cli/src/main.js.map',
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
