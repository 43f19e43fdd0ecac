// Runs TypeScript directly: Node's loader asks here for every module. The product's modules,
// `@app/…` and those below apps and libs, are the built ones. Modules that only serve tests are
// never built. Packages that the build brings along are also taken from there: what the product sets
// up in a package, such as where BullMQ keeps its queues, would not be known to a second copy.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const ROOT = new URL('../', import.meta.url).href;
const PACKAGES = new URL('dist/node_modules/', ROOT);
const TESTING = new URL('libs/testing/src/index.ts', ROOT).href;

export function resolve(specifier, context, next) {
  const lib = /^@app\/([^/]+)$/.exec(specifier)?.[1];
  if (lib === 'testing') return next(TESTING, context);
  if (lib) return next(`${ROOT}dist/libs/${lib}/src/index.js`, context);
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const module = new URL(specifier, context.parentURL).href;
    if (
      /^(apps|libs)\//.test(module.slice(ROOT.length)) &&
      existsSync(fileURLToPath(builtOf(module)))
    )
      return next(builtOf(module), context);
    const source = module.replace(/\.js$/, '.ts');
    if (existsSync(fileURLToPath(source))) return next(source, context);
  }
  // Another build, which a benchmark measures, has packages of its own.
  const isOurs = context.parentURL?.startsWith(ROOT);
  if (
    isOurs &&
    /^[@\w]/.test(specifier) &&
    existsSync(new URL(`${specifier}/package.json`, PACKAGES))
  )
    return next(specifier, { ...context, parentURL: PACKAGES.href });
  return next(specifier, context);
}

const builtOf = (module) => `${ROOT}dist/${module.slice(ROOT.length)}`;

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    swcrc: false,
    sourceMaps: 'inline',
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
