/** What nearly all browsers say. A text of these is a bad sign of anything else. */
export const COMMON_TEXT = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; U; Android 14; en-us; SM-A Build/; wv) Version/4.0 (Linux; Android 10; K)',
  '(iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 (Macintosh; Intel Mac OS X 10_15_7; rv:109.0) Gecko/20100101',
  'Firefox/131.0 (X11; Linux x86_64) Mozilla/4.0 (compatible; MSIE 9.0; WOW64; Trident/5.0; .NET CLR 2.0.50727) like Gecko http://www. com/',
].join(' ');

const LOWER_CASE = COMMON_TEXT.toLowerCase();

/** What browsers of every kind say: where only this is required, nothing is gained by looking. */
const EVERYWHERE = [
  'mozilla/5.0 (windows nt',
  'mozilla/5.0 (macintosh',
  'mozilla/5.0 (x11',
  'mozilla/4.0 (compatible; msie',
  ') applewebkit/ (khtml, like gecko) chrome/ safari/ version/',
];

export function isEverywhere(text: string): boolean {
  const lower = text.toLowerCase();
  return EVERYWHERE.some((common) => common.includes(lower));
}

/** Tells whether nearly every browser of some kind has a text. */
export function isCommon(text: string): boolean {
  return LOWER_CASE.includes(text.toLowerCase());
}
