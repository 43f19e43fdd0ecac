// Part of `npm run build`: makes dist/node_modules, where every package that a program imports is
// one file together with what it imports itself. Node looks there before it looks into the
// node_modules of the repository.
//
// Without it the API reads and compiles 1,700 files of packages at every start; see
// docs/decisions/0013-packages-in-few-files.md for what that costs.
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { root } from './run/root.mjs';

/**
 * Makes `<dist>/node_modules` for the programs that were built into `dist`.
 *
 * @param rolldown the bundler
 * @param dist the folder of the build
 * @param programs their files, absolute
 */
export async function bundlePackages(rolldown, dist, programs) {
  const modules = path.join(dist, 'node_modules');
  fs.rmSync(modules, { recursive: true, force: true });
  const imported = await importsOf(rolldown, programs);
  if (imported.length === 0) return;
  const entries = new Map();
  for (const name of imported) entries.set(`entry:${name}`, await reexport(name));
  await rolldown.build({
    input: Object.fromEntries(imported.map((name) => [fileOf(name), `entry:${name}`])),
    plugins: [entryPoints(entries), ownPlaces],
    platform: 'node',
    // Packages try to load others that are optional, and go on without them.
    onLog: (level, log, report) => {
      if (log.code !== 'UNRESOLVED_IMPORT') report(level, log);
    },
    output: {
      dir: modules,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '.shared/[hash].mjs',
      banner: ({ fileName }) => placeOf(path.join(modules, fileName)),
      // Nest finds providers, and errors show themselves, by the names of classes.
      keepNames: true,
      // Without it reflect-metadata would run after the parts of Nest that need it.
      strictExecutionOrder: true,
    },
  });
  for (const name of new Set(imported.map(packageOf))) describePackage(modules, name, imported);
}

/** Returns what the programs import from packages, such as `pg` and `csv-stringify/sync`. */
async function importsOf(rolldown, programs) {
  const found = new Set();
  await rolldown.build({
    input: programs,
    platform: 'node',
    external: (name, importer) => {
      const isPackage = importer && /^[^./\0]/.test(name) && !path.isAbsolute(name);
      if (isPackage && !isBuiltin(name)) found.add(name);
      return isPackage;
    },
    write: false,
  });
  return [...found].sort();
}

/**
 * Returns a module that exports what a package exports. Node finds the names of a CommonJS package
 * by reading it; here the package itself is asked.
 */
async function reexport(name) {
  const names = Object.keys(await import(name)).filter((key) => key !== 'module.exports');
  return `export { ${names.join(', ')} } from '${name}';\nimport '${name}';\n`;
}

const entryPoints = (entries) => ({
  name: 'entry points',
  resolveId: (id) => (entries.has(id) ? id : undefined),
  load: (id) => entries.get(id),
});

/** CommonJS that asks for its own place still gets the place in the repository's node_modules. */
const ownPlaces = {
  name: 'own places',
  transform: (code, id) => {
    const asks = /\b__(dirname|filename)\b/.test(code);
    if (!asks || !id.includes('node_modules') || /^(import|export)\b/m.test(code)) return undefined;
    const place = JSON.stringify(path.relative(root, id).replaceAll('\\', '/'));
    return `var __filename = ${PLACE}(${place}), __dirname = ${PLACE}(${place} + '/..');${code}`;
  },
};

/** The function with which a file of the bundle finds a file of the repository. */
const PLACE = 'placeInRepository';

function placeOf(file) {
  const up = path.relative(path.dirname(file), root).replaceAll('\\', '/');
  return [
    "import { resolve as resolvePlace } from 'node:path';",
    `const ${PLACE} = (file) => resolvePlace(import.meta.dirname, '${up}', file);`,
  ].join(' ');
}

/** Writes the package.json with which Node finds the files of a package. */
function describePackage(modules, name, imported) {
  const ways = imported.filter((one) => packageOf(one) === name);
  const exports = Object.fromEntries(
    ways.map((one) => [one.replace(name, '.'), `./${path.basename(fileOf(one))}.mjs`]),
  );
  fs.writeFileSync(
    path.join(modules, name, 'package.json'),
    JSON.stringify({ name, type: 'module', exports }),
  );
}

/** The file of an import without its extension, such as `csv-stringify/sync`. */
function fileOf(name) {
  const own = packageOf(name);
  return name === own
    ? `${own}/index`
    : `${own}/${name.slice(own.length + 1).replaceAll('/', '-')}`;
}

/** The package of an import: `csv-stringify` of `csv-stringify/sync`. */
function packageOf(name) {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}
