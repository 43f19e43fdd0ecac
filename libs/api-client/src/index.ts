/**
 * A client of the API. It only uses HTTP, tries again when that may help, and reports what went
 * wrong otherwise.
 */
export { ApiClient, ApiFault } from './api-client.js';
export type { ApiClientOptions, ApiFaultKind } from './api-client.js';
export type { LongAnswer } from './attempt-long.js';
