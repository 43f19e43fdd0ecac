// Plain `jest` on Node >= 20.19, without --experimental-vm-modules and without a list of packages.
// Nest 12 is ESM-only, and Jest can require(esm) natively only on Node >= 24.9, so tests run as
// CommonJS. SWC compiles our TypeScript (cached on disk after the first run).
const swc = (parser) => [
  '@swc/jest',
  {
    swcrc: false,
    isModule: 'unknown',
    env: { targets: { node: '20.19' } },
    jsc: {
      parser,
      transform: { legacyDecorator: true, decoratorMetadata: true },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
  },
];

/** @type {import('jest').Config} */
export default {
  rootDir: '.',
  // Loads everything but the suites once for each process, and runs suites in Node's own context.
  runtime: './test/setup/runtime.mjs',
  testEnvironment: './test/setup/environment.mjs',
  testSequencer: './test/setup/sequencer.mjs',
  globalSetup: './test/setup/global-setup.mjs',
  globalTeardown: './test/setup/global-teardown.mjs',
  // More than the cores of a small machine, because suites often wait for processes and timers.
  maxWorkers: 4,
  // Long enough for a machine under tenfold load. A test must end because a condition holds, not
  // because of the clock.
  testTimeout: 300_000,
  // Nor must a process be said to hang because busy cores let it wait. In milliseconds.
  workerGracefulExitTimeout: 60_000,
  testRegex: '\\.spec\\.ts$',
  roots: ['apps', 'integrations', 'libs', 'test'].map((folder) => `<rootDir>/${folder}`),
  moduleNameMapper: {
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'],
  },
  transform: {
    '\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: [],
};
