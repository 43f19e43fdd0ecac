// Runs TypeScript as it stands: Node's loader asks here for every module. `@app/…` is what was built;
// what serves tests only is never built.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const BUILT = new URL('../../dist/libs/', import.meta.url);
const TESTING = new URL('../../libs/testing/src/index.ts', import.meta.url);

export function resolve(specifier, context, next) {
  const lib = /^@app\/([^/]+)$/.exec(specifier)?.[1];
  if (lib === 'testing') return next(TESTING.href, context);
  if (lib) return next(new URL(`${lib}/src/index.js`, BUILT).href, context);
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(source)) return next(source.href, context);
  }
  return next(specifier, context);
}

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
