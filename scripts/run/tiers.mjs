// Which suites `npm test` runs. `npm run test:all` runs every suite of the project.

/**
 * Folders whose suites need nothing but a database, or the API and a worker within the process of
 * the test. All suites that start processes, browsers or servers of their own are in other folders of
 * test/, and so are those that try what happens under load.
 */
export const QUICK = ['apps/', 'libs/', 'test/contract/', 'test/feeds/'];

/** Options of Jest whose value is the argument after them. */
const WITH_VALUE = new Set([
  ...['-t', '--testNamePattern', '-w', '--maxWorkers', '-c', '--config', '-o', '--outputFile'],
  ...['--seed', '--shard', '--testTimeout', '--reporters', '--testPathIgnorePatterns'],
]);

/**
 * Returns the arguments of Jest that say which suites to run.
 *
 * @param {string[]} args what the user gave, in the words of Jest
 */
export function suitesNamedIn(args) {
  return args.filter((arg, at) => !arg.startsWith('-') && !WITH_VALUE.has(args[at - 1]));
}

/** Tells whether these suites can run before the product is built, because none starts a program. */
export function areQuick(suites) {
  return (
    suites.length > 0 && suites.every((name) => QUICK.some((folder) => name.startsWith(folder)))
  );
}
