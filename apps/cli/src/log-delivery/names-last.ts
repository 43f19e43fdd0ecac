/** The API forgets the names of requests after a day. */
export const NAMES_LAST_MS = 86_400_000;
