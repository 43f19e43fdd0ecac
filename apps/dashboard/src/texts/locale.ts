/**
 * The page is written in English, so numbers and dates are English too, in the reader's own kind of
 * English if the browser names one.
 */
export const LOCALE: string =
  (typeof document === 'undefined' ? [] : navigator.languages).find((language) =>
    /^en\b/i.test(language),
  ) ?? 'en-GB';
