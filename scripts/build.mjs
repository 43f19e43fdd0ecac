// npm run build: makes dist/ from the sources of apps and libs.
//
// Each TypeScript file becomes one JavaScript file, without looking at the others.
// SQL and JSON are copied, and so are the pages of docs/ that the service reads.
// Types are not checked here: `npm run types` does that, and every change must pass it.
// `npx nest build` makes the same files with the TypeScript compiler. The packages that they import
// are put together into few files, so that every process starts sooner.
// The dashboard runs in a browser, so Vite builds it; see build-dashboard.mjs.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { buildDashboard, DASHBOARD, dashboardIn } from './build-dashboard.mjs';
import { bundlePackages } from './bundle-packages.mjs';
import { ExpectedError, root } from './run/root.mjs';

const dist = path.join(root, 'dist');
const stampFile = path.join(dist, '.built-from');
const CLI = path.join(dist, 'apps/cli/src/main.js');
/** Files besides the sources that have an effect on dist/. */
const MAKERS = [
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/build-dashboard.mjs',
  'scripts/bundle-packages.mjs',
];

/** The pages of docs/ that the API serves as HTML (apps/api/src/docs/readable-page.ts). */
const SERVED_PAGES = ['docs/how-we-count-people.md', 'docs/people.md'];

/** Tells whether dist/ was made from the current sources. */
export function isBuilt() {
  if (!fs.existsSync(stampFile)) return false;
  const files = sources();
  return (
    fs.readFileSync(stampFile, 'utf8') === hashOf([...files, ...pageSources()]) &&
    files.every((file) => fs.existsSync(builtOf(file))) &&
    fs.existsSync(path.join(dashboardIn(dist), 'index.html'))
  );
}

/**
 * Makes dist/. Files whose source no longer exists are removed, because a leftover migration would
 * be run.
 *
 * @throws ExpectedError when a source cannot be read as TypeScript; it names all of them
 */
export async function build() {
  const files = sources();
  const pageFiles = pageSources();
  // The hash is taken first, so that a source that changes meanwhile makes the next run build
  // again.
  const hash = hashOf([...files, ...pageFiles]);
  fs.rmSync(stampFile, { force: true });
  const compile = await compiler();
  const rolldown = await load('rolldown');
  const vite = await load('vite');
  const faults = makeAll(files, compile);
  if (faults.length > 0) {
    throw new ExpectedError(
      `${faults.join('\n')}\nThe build failed. Correct the files named above, then run the same command again.`,
    );
  }
  removeOrphans(files);
  await bundlePackages(rolldown, dist, files.filter(isProgram).map(builtOf));
  await buildDashboard(vite, dist);
  // In the image it is run by its name, `botgauge`.
  fs.chmodSync(CLI, 0o755);
  fs.writeFileSync(stampFile, hash);
  return files.length + pageFiles.length;
}

/** Returns the files of which the dashboard is made, relative to the repository. */
function pageSources() {
  return filesBelow(DASHBOARD).filter((file) => !/\.(spec|d)\.ts$/.test(file));
}

/**
 * Returns the other files that go into dist/, one to one, relative to the repository. Files that
 * only serve tests are left out.
 */
export function sources() {
  const found = ['apps', 'libs', 'docs'].flatMap((folder) => filesBelow(folder));
  return found.filter(
    (file) =>
      (/^(apps|libs)\/[^/]+\/src\/.*\.(ts|json)$/.test(file) ||
        /^(libs\/storage\/sql|docs\/feeds)\//.test(file) ||
        SERVED_PAGES.includes(file)) &&
      !file.endsWith('.spec.ts') &&
      !file.startsWith(`${DASHBOARD}/`) &&
      !file.startsWith('libs/testing/'),
  );
}

/**
 * Uses the contents and not the times, because a checkout changes times without changing contents.
 */
function hashOf(files) {
  const hash = crypto.createHash('sha256');
  for (const file of [...files, ...MAKERS]) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

const outputOf = (file) => file.replace(/\.ts$/, '.js');
const builtOf = (file) => path.join(dist, outputOf(file));
const isProgram = (file) => /^apps\/[^/]+\/src\/main\.ts$/.test(file);

/**
 * Makes the files of dist/ from these sources, or none of them when one cannot be made.
 *
 * @returns the reasons, each with the name of its source
 */
export function makeAll(files, compile) {
  const made = [];
  const faults = [];
  for (const file of files) {
    try {
      made.push(...outputsOf(file, compile));
    } catch (error) {
      // After the place in the source, the message contains the compiler's own stack.
      faults.push(`${file}: ${error.message.split('\n\n')[0].trim()}`);
    }
  }
  if (faults.length > 0) return faults;
  for (const [output, contents] of made) {
    fs.mkdirSync(path.dirname(output), { recursive: true });
    fs.writeFileSync(output, contents);
  }
  return [];
}

/** Returns the files of dist/ that a source becomes, each with its contents. */
function outputsOf(file, compile) {
  const output = builtOf(file);
  if (!file.endsWith('.ts')) return [[output, fs.readFileSync(path.join(root, file))]];
  const { code, map } = compile(file, path.relative(path.dirname(output), path.join(root, file)));
  const end = `//# sourceMappingURL=${path.basename(output)}.map\n`;
  return [
    [output, code + end],
    [`${output}.map`, map],
  ];
}

/**
 * Returns a function that compiles one file. `nameInMap` is the name of the source in the source
 * map.
 */
export async function compiler() {
  const { transformSync } = await load('@swc/core');
  return (file, nameInMap) =>
    transformSync(fs.readFileSync(path.join(root, file), 'utf8'), {
      filename: path.join(root, file),
      sourceFileName: nameInMap.replaceAll('\\', '/'),
      swcrc: false,
      isModule: true,
      sourceMaps: true,
      inlineSourcesContent: false,
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
        // `@app/config` becomes a relative path that Node can follow.
        baseUrl: root,
        paths: { '@app/*': ['libs/*/src/index.ts'] },
        // Node reads JSON only where the import says so.
        experimental: { keepImportAttributes: true },
      },
      module: { type: 'es6', resolveFully: true },
    });
}

/** Loads a tool of the build, which is an optional package: a running service does not need it. */
export function load(tool) {
  return import(tool).catch((error) => {
    throw new ExpectedError(
      `${tool} cannot be loaded (${error.message}). Run \`npm ci --include=optional\`, then the same command again.`,
    );
  });
}

/** Removes what was made from sources that are not among these any more. */
export function removeOrphans(files) {
  const wanted = new Set(
    files.flatMap((file) => {
      const output = outputOf(file);
      return file.endsWith('.ts') ? [output, `${output}.map`] : [output];
    }),
  );
  for (const folder of ['apps', 'libs']) {
    for (const file of filesBelow(path.join('dist', folder))) {
      // Vite empties its own folder.
      if (file.startsWith(`dist/${DASHBOARD}/`)) continue;
      if (!wanted.has(path.posix.relative('dist', file))) fs.rmSync(path.join(root, file));
    }
  }
}

/**
 * Returns every file below a folder of the repository, relative to it, with `/` on every platform,
 * sorted.
 */
function filesBelow(folder) {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === import.meta.filename) {
  endWithStarter();
  try {
    console.log(`dist/ was made from ${await build()} files.`);
  } catch (error) {
    console.error(error.expected ? error.message : error.stack);
    process.exitCode = 1;
  }
}

/**
 * Ends this process when the one that waits for it is gone, whose next run may begin another build.
 * Without a channel, a person waits for it.
 */
function endWithStarter() {
  // It may have gone before anything here was loaded.
  if (process.connected === false) process.exit(1);
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
