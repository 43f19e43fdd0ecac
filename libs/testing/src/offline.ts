/**
 * The settings with which nothing that a test starts asks the internet. Workers fetch lists from the
 * operators of bots by default; whatever starts a worker for a test begins with these settings.
 */
export const OFFLINE = { VERIFY_LISTS: 'bundled' };
