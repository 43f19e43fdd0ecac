const NEEDS_CLEANING = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/;
/** A whole row at once, because a match costs far more than a character. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;
/** So many characters of a long text are cleaned at once. */
const PIECE = 16_384;
const MAX_USER_AGENT_CHARACTERS = 1024;
const MAX_PATH_BYTES = 2048;
/** Matches the scheme and authority of a full URL. */
const ORIGIN = /^[a-z][a-z0-9+.-]{0,31}:\/\/[^/?#]*/i;
const QUERY_OR_FRAGMENT = /[?#]/;
const SPACE = 0x20;
const HASH = 0x23;
const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
const TILDE = 0x7e;
const UTF8 = new TextEncoder();

/**
 * Returns the text without control characters and unpaired surrogates, so that databases and
 * terminals accept it.
 */
export function cleanText(text: string): string {
  return NEEDS_CLEANING.test(text) ? text.toWellFormed().replace(CONTROL, '') : text;
}

/** Tells whether a text has no control character and no unpaired surrogate. */
export function isClean(text: string): boolean {
  return text.search(CONTROL) === -1 && text.isWellFormed();
}

/** Returns the first `length` UTF-16 units of a text, and never cuts a character in half. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? length - 1 : length);
}

/** Returns the longest start of a text that takes at most `bytes` bytes in UTF-8. */
export function cutToBytes(text: string, bytes: number): string {
  if (text.length * 3 <= bytes || UTF8.encode(text).length <= bytes) return text;
  const { read } = UTF8.encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

/**
 * Returns the longest start of the cleaned text that takes at most `bytes` bytes in UTF-8. It reads
 * no more of the text than it needs: one entry may have a text of ten megabytes.
 */
export function cleanStart(text: string, bytes: number): string {
  let clean = '';
  for (let start = 0; start < text.length && clean.length <= bytes;) {
    const piece = cutText(start === 0 ? text : text.slice(start), PIECE);
    clean += cleanText(piece);
    start += piece.length;
  }
  return cutToBytes(clean, bytes);
}

/** Returns the URL without query and fragment. They may carry secrets and must never be queued. */
export function withoutQuery(url: string): string {
  const end = url.search(QUERY_OR_FRAGMENT);
  return end === -1 ? url : url.slice(0, end);
}

/**
 * Returns only the pathname, starting with `/` and at most 2048 bytes long. It is never decoded.
 */
export function sanitisePath(path: string): string {
  if (isPlainPath(path)) return path;
  const cleaned = cleanStart(withoutQuery(path.replace(ORIGIN, '')), MAX_PATH_BYTES);
  return cleaned.startsWith('/') ? cleaned : cutToBytes(`/${cleaned}`, MAX_PATH_BYTES);
}

/** Tells of most paths that nothing is to be done: it costs less than to search for what might be. */
function isPlainPath(path: string): boolean {
  if (path.length > MAX_PATH_BYTES || path.charCodeAt(0) !== SLASH) return false;
  for (let at = 1; at < path.length; at++) {
    const code = path.charCodeAt(at);
    if (code < SPACE || code > TILDE || code === HASH || code === QUESTION_MARK) return false;
  }
  return true;
}

/** Cleans a user agent and cuts it to its maximum length before any pattern reads it. */
export function sanitiseUserAgent(userAgent: string): string {
  return cleanText(cutText(userAgent, MAX_USER_AGENT_CHARACTERS));
}
