/**
 * The lists of bots' addresses that stay current: fetched from their operators, or read from a
 * folder. Beside them the operator's own lists of hosters' networks. What a list means is decided in
 * @app/verification.
 */
export { isOfNetwork } from './fetch-text.js';
export type { FetchOptions } from './fetch-text.js';
export type { ListInUse } from './list-in-use.js';
export { loadLists } from './load-lists.js';
export type { LoadedLists, LoadSettings } from './load-lists.js';
export { readHosters } from './read-hosters.js';
export type { HosterFile, ReadHosters } from './read-hosters.js';
export type { FileFault } from './read-directory.js';
export { isCutOff, reachOf } from './reach.js';
export type { Reach } from './reach.js';
export { standingOf } from './standing.js';
export type { OldList, Standing } from './standing.js';
export { refreshAllLists, refreshDueLists } from './refresh-lists.js';
export type { Refreshed, RefreshSettings } from './refresh-lists.js';
