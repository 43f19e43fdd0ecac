/**
 * A client of the API: speaks HTTP and nothing else, tries again when that may help, and says what went
 * wrong when it did not.
 */
export { ApiClient, ApiFault } from './api-client.js';
export type { ApiClientOptions, ApiFaultKind } from './api-client.js';
export { placesOf, retentionOf } from './refusal.js';
export type { Place, Refusal } from './refusal.js';
