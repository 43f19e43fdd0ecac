import type { FetchOutcome, WebsiteFetch } from '@app/contracts';

/** What an outcome means that does not say it by itself, and what comes next. */
const NEXT: Partial<Record<FetchOutcome, string>> = {
  time_used_up:
    ' The fetches of the account took all the time that they may take a day; it is tried on the next day.',
  interrupted: ' The worker ended before the fetch did; it is tried again later.',
};

/** Tells what came of the daily fetch of a file. */
export function fetchInWords({ outcome, tried_at }: WebsiteFetch): string {
  const tried = tried_at ? ` (${tried_at})` : '';
  const next = outcome === null ? '' : (NEXT[outcome] ?? '');
  return `It is fetched every day; the last try: ${outcome ?? 'none yet'}${tried}.${next}`;
}
