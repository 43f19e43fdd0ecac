// The modules that all suites of a process share.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const PARAMETERS = ['module', 'exports', 'require', '__dirname', '__filename'];
const PACKAGES = `${sep}node_modules${sep}`;
/**
 * Modules that each suite loads for itself: suites, what they hand to a Jest of their own, and the
 * page, which is one for each window of a browser and so keeps its state in its modules.
 */
const OF_ONE_SUITE = /\.(spec|fixture)\.tsx?$|\/apps\/dashboard\//;
/** Everything that Jest's transform needs to know besides the file. */
const AS_COMMONJS = {
  supportsDynamicImport: false,
  supportsExportNamespaceFrom: false,
  supportsStaticESM: false,
  supportsTopLevelAwait: false,
};

const require = createRequire(import.meta.url);

export class Modules {
  /** Where the source map of each module is. */
  #sourceMaps = new Map();
  /** The source maps of the suite that runs now. */
  #ofSuite = new Map();
  #root;
  #transformer;
  #modules = new Map();
  #packages = new Map();

  static #ofThisProcess;

  /** Returns the modules of this process, which are compiled by this transformer of Jest from now on. */
  static ofThisProcess(root, transformer) {
    const modules = (Modules.#ofThisProcess ??= new Modules(root));
    modules.#transformer = transformer;
    return modules;
  }

  /** Forgets all modules, because their files may have changed since they were loaded. */
  static forget() {
    Modules.#ofThisProcess = undefined;
  }

  /** Returns what a module exports, by its path in the project; undefined when no suite needed it. */
  static loaded(path) {
    const modules = Modules.#ofThisProcess;
    return modules && modules.#modules.get(join(modules.#root, path))?.exports;
  }

  constructor(root) {
    this.#root = root;
  }

  /**
   * Returns the file that a name means in another file; undefined when it is a part of Node, or not
   * shared by suites.
   */
  find(from, name) {
    if (isBuiltin(name) || from.includes(PACKAGES)) return undefined;
    const file = this.#fileOf(from, name);
    return file && !OF_ONE_SUITE.test(file) ? file : undefined;
  }

  /** Adds the source maps of these modules to those of a suite, also of what is loaded later. */
  withSourceMaps(ofSuite) {
    for (const [file, map] of this.#sourceMaps) ofSuite.set(file, map);
    return (this.#ofSuite = ofSuite);
  }

  /** Returns what a module exports. */
  load(file) {
    if (file.includes(PACKAGES)) return require(file);
    const known = this.#modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    this.#modules.set(file, module);
    try {
      this.#run(file, module);
    } catch (error) {
      this.#modules.delete(file);
      throw error;
    }
    return module.exports;
  }

  #run(file, module) {
    if (extname(file) === '.json') {
      module.exports = JSON.parse(readFileSync(file, 'utf8'));
      return;
    }
    const { code, sourceMapPath } = this.#transformer.transform(file, AS_COMMONJS);
    if (sourceMapPath)
      for (const maps of [this.#sourceMaps, this.#ofSuite]) maps.set(file, sourceMapPath);
    const requireHere = (name) =>
      isBuiltin(name) ? require(name) : this.load(this.#fileOf(file, name));
    vm.compileFunction(code, PARAMETERS, { filename: file }).call(
      ...[module.exports, module, module.exports],
      ...[requireHere, dirname(file), file],
    );
  }

  #fileOf(from, name) {
    if (name.startsWith('@app/')) return join(this.#root, 'libs', name.slice(5), 'src/index.ts');
    if (!name.startsWith('.')) return this.#fileOfPackage(name);
    const file = resolve(dirname(from), name);
    return [file.replace(/\.js$/, '.ts'), file.replace(/\.js$/, '.tsx'), file].find(existsSync);
  }

  /** Remembers where a package is, because Node asks another thread each time. */
  #fileOfPackage(name) {
    const file = this.#packages.get(name) ?? fileURLToPath(import.meta.resolve(name));
    this.#packages.set(name, file);
    return file;
  }
}
