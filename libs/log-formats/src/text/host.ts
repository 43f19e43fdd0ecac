const MOST_HOST = 255;
/** Matches a host with a domain, which no user and no program is called. */
const HOST = /^(?:[a-z\d_][\w-]*\.)+[a-z][a-z\d-]*\.?(?::\d{1,5})?$/i;

/** Tells whether a word has the form of a host with a domain, with or without a port. */
export function looksLikeHost(text: string): boolean {
  return text.length <= MOST_HOST && HOST.test(text);
}
