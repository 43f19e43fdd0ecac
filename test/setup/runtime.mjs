// Loads packages as the service does: by Node itself, from the files that the service runs, and
// once for each process of Jest. Jest alone would load every package anew for each suite, in its
// CommonJS form. Our own modules stay with Jest, so that no suite sees what another one left in
// them.
import { createRequire, isBuiltin } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import Runtime from 'jest-runtime';

const PACKAGES = `${sep}node_modules${sep}`;
const require = createRequire(import.meta.url);

// Suites run in the context of the packages, because an error or an array of another context is no
// instance of Error or Array. It is the main context, which compileFunction takes when it is given
// none; see environment.mjs.
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) => {
  const { parsingContext, ...others } = options ?? {};
  return compileFunction(code, parameters, parsingContext === globalThis ? others : options);
};

export default class extends Runtime {
  requireModule(from, name, ...options) {
    return isPackage(name) && !from.includes(PACKAGES)
      ? require(fileOf(name))
      : super.requireModule(from, name, ...options);
  }
}

const files = new Map();

/** Remembers where a package is, because Node asks another thread each time. */
function fileOf(name) {
  const file = files.get(name) ?? fileURLToPath(import.meta.resolve(name));
  files.set(name, file);
  return file;
}

/** Tells whether a name is that of a package, and not of a part of this project or of Node. */
function isPackage(name) {
  return (
    name !== undefined && /^[@a-z]/.test(name) && !name.startsWith('@app/') && !isBuiltin(name)
  );
}
