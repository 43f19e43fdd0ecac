import { LOCALE } from '../texts/locale.js';

const names = new Intl.DisplayNames(LOCALE, { type: 'region' });

/** The name of a country: `Germany` for `DE`. Two letters that are no country stay as they are. */
export const countryInWords = (code: string): string => names.of(code.toUpperCase()) ?? code;
