/** What AI bots got of a page in the last seven days. */
export interface PageFacts {
  path: string;
  /** Visits of AI bots. */
  ai_bot_visits: number;
  /** Those that got a status of 400 or more. Null when it is not known. */
  error_visits: number | null;
}

/** Fewer errors may be chance. */
export const LEAST_ERRORS = 10;
/** A page that fails now and then is not broken. */
const LEAST_SHARE = 0.5;

/** Returns the pages that mostly answer errors to AI bots, most errors first. */
export function failingPages<Page extends PageFacts>(
  pages: readonly Page[],
): (Page & { error_visits: number })[] {
  return pages
    .filter(
      (page): page is Page & { error_visits: number } =>
        page.error_visits !== null &&
        page.error_visits >= LEAST_ERRORS &&
        page.error_visits >= page.ai_bot_visits * LEAST_SHARE,
    )
    .sort((a, b) => b.error_visits - a.error_visits);
}
