import { addressInList } from '../address-list.js';
import { canonicalHost } from '../host.js';
import { cleanStart, isClean, sanitisePath, sanitiseUserAgent, withoutQuery } from '../sanitise.js';
import { signatureAgentHost } from '../signature-agent.js';

/**
 * How a text was changed. `replaced`: it was not of the field's kind at all. `cleaned`: control
 * characters and halves of characters were removed. `cut`: it was cut to the maximum length.
 * `completed`: a leading slash was added.
 */
export type SanitisingReason = 'replaced' | 'cleaned' | 'cut' | 'completed';

/** A text in the form that is queued, and how it was changed if something of it was lost. */
export interface SanitisedText<Value extends string | null = string> {
  value: Value;
  reason: SanitisingReason | undefined;
}

/**
 * The rule for a text that a visitor, or a server on the way, may have written. It never refuses.
 * Nothing but the text decides, so the result may be remembered for equal texts.
 */
export type Sanitiser<Value extends string | null = string | null> = (
  text: string,
) => SanitisedText<Value>;

/** Matches a token of RFC 9110 of at most 32 characters. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;
const OTHER_METHOD = 'OTHER';
const MAX_REFERER_BYTES = 2048;
const COUNTRY = /^[A-Za-z]{2}$/;
/** What senders write where they do not know the country; `T1` is Cloudflare's word for Tor. */
const UNKNOWN_COUNTRIES = ['XX', 'ZZ', 'T1'];
const ASN = /^(?:AS)?(\d{1,10})$/i;
const MAX_ASN = 2 ** 32 - 1;
/** `HTTP/1.1`, and what servers write for a version: `http/1.1`, `HTTP/2.0`, `h2`, `h2c`, `1.1`. */
const PROTOCOL = /^(?:HTTP\/|h)?(?:(0\.9|1\.[01])|([23])(?:\.0)?c?)$/i;
/** https://fetch.spec.whatwg.org/#concept-request-mode: those that the header has. */
const FETCH_MODES = ['navigate', 'cors', 'no-cors', 'same-origin', 'websocket'];

export function sanitiseMethod(text: string): SanitisedText {
  const value = TOKEN.test(text) ? text.toUpperCase() : OTHER_METHOD;
  return result(value, value === OTHER_METHOD && text !== OTHER_METHOD ? 'replaced' : undefined);
}

export function sanitiseHost(text: string): SanitisedText {
  const value = canonicalHost(text);
  return result(value, value === '' && text !== '' ? 'replaced' : undefined);
}

export function sanitisePathname(text: string): SanitisedText {
  const value = sanitisePath(text);
  if (value === text) return result(value, undefined);
  const path = withoutQuery(text);
  return result(value, path.endsWith(value) ? undefined : pathReason(path, value));
}

/** A text that was both cleaned and cut counts as cleaned. */
function pathReason(before: string, after: string): SanitisingReason {
  if (!isClean(before)) return 'cleaned';
  return after.endsWith(before) ? 'completed' : 'cut';
}

export function sanitiseAddress(text: string): SanitisedText<string | null> {
  const value = addressInList(text).address;
  return result(value, value === null && text !== '' ? 'replaced' : undefined);
}

export function sanitiseAgent(text: string): SanitisedText {
  const value = sanitiseUserAgent(text);
  return result(value, value === text ? undefined : isClean(text) ? 'cut' : 'cleaned');
}

/** Removes query and fragment. They may carry secrets, so their loss is no fault. */
export function sanitiseReferer(text: string): SanitisedText<string | null> {
  const value = cleanStart(withoutQuery(text), MAX_REFERER_BYTES);
  return result(isPresent(value) ? value : null, undefined);
}

export function sanitiseSignatureAgent(text: string): SanitisedText<string | null> {
  return ifPresent(text, () => signatureAgentHost(text) || null);
}

/** Returns two capital letters, or null for a country that is not known. */
export function sanitiseCountry(text: string): SanitisedText<string | null> {
  return ifPresent(text, () => (COUNTRY.test(text) ? text.toUpperCase() : null), UNKNOWN_COUNTRIES);
}

/** Returns the digits of the number; null for 0, which stands for an unknown one (RFC 7607). */
export function sanitiseAsn(text: string): SanitisedText<string | null> {
  return ifPresent(text, () => {
    const number = Number(ASN.exec(text)?.[1] ?? NaN);
    return number > 0 && number <= MAX_ASN ? `${number}` : null;
  }, ['0']);
}

/** Returns `HTTP/1.1`, `HTTP/2` and so on, as RFC 9110 and its successors name the versions. */
export function sanitiseProtocol(text: string): SanitisedText<string | null> {
  return ifPresent(text, () => {
    const [, old, recent] = PROTOCOL.exec(text) ?? [];
    const version = old ?? recent;
    return version === undefined ? null : `HTTP/${version}`;
  });
}

/**
 * Returns the mode that the browser told, or the empty text: the log has the header, and the visitor
 * sent none.
 */
export function sanitiseFetchMode(text: string): SanitisedText<string | null> {
  if (!isPresent(text)) return result('', undefined);
  const mode = text.toLowerCase();
  return FETCH_MODES.includes(mode) ? result(mode, undefined) : result(null, 'replaced');
}

/**
 * Returns `prefetch`, or `prefetch;prerender` for a page that is drawn before anybody asks for it.
 *
 * Source: https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header
 */
export function sanitisePurpose(text: string): SanitisedText<string | null> {
  return ifPresent(text, () => {
    const [purpose, ...parameters] = text
      .toLowerCase()
      .split(';', 8)
      .map((part) => part.trim());
    if (purpose !== 'prefetch') return null;
    return parameters.includes('prerender') ? 'prefetch;prerender' : 'prefetch';
  });
}

/** Keeps a text that goes no further than the API. */
export function keepText(text: string): SanitisedText {
  return result(text, undefined);
}

/** Logs write `-` for a missing value. */
function isPresent(text: string): boolean {
  return text !== '' && text !== '-';
}

/** @param unknown texts that say that the value is not known, so that nothing is lost with them */
function ifPresent(
  text: string,
  make: () => string | null,
  unknown: readonly string[] = [],
): SanitisedText<string | null> {
  if (!isPresent(text) || unknown.includes(text.toUpperCase())) return result(null, undefined);
  const value = make();
  return result(value, value === null ? 'replaced' : undefined);
}

function result<Value extends string | null>(
  value: Value,
  reason: SanitisingReason | undefined,
): SanitisedText<Value> {
  return { value, reason };
}
