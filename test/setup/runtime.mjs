// How suites load modules. A suite itself is loaded by Jest. Everything that it imports is loaded
// once for each process of Jest: packages by Node itself, from the files that the service runs, and
// our own modules by modules.mjs. Jest alone would load each of them anew for each suite.
import vm from 'node:vm';
import Runtime from 'jest-runtime';
import { Modules } from './modules.mjs';

export default class extends Runtime {
  constructor(config, environment, resolver, transformer, ...others) {
    super(config, environment, resolver, transformer, ...others);
    this.modules = Modules.ofThisProcess(config.rootDir, transformer);
    // Suites run in the context of the packages, because an error or an array of another context is
    // no instance of Error or Array. See environment.mjs.
    this.executor.compile = (code, file) =>
      vm.compileFunction(code, this.executor.injectedModuleParameters, { filename: file });
  }

  requireModule(from, name, ...options) {
    const shared = name !== undefined && this.modules.find(from, name);
    return shared ? this.modules.load(shared) : super.requireModule(from, name, ...options);
  }

  getSourceMaps() {
    return this.modules.withSourceMaps(super.getSourceMaps());
  }
}
