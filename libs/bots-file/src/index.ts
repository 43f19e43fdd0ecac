/**
 * The operator's own rows of bots, which the setting BOTS_FILE names: they add to the registry of the
 * release and change its rows.
 *
 * `read-rows.ts`, `find-clashes.ts` and `check-examples.ts` only decide; `load-bots-file.ts` reads the
 * disk.
 */
export { checkExamples, type WrongExample } from './check-examples.js';
export { type BotsFile, faultText, type RowFault } from './bots-file.js';
export { loadBotsFile, readBotsFile, type ReadFile } from './load-bots-file.js';
