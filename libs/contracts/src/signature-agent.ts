import { canonicalDomain } from './host.js';

/** Twice as long as the longest host. The rest is not read, because a visitor can write it. */
const MOST_CHARACTERS = 512;
/** A dictionary of four addresses has so many pieces. The rest is not read either. */
const MOST_PIECES = 9;
/** A quote. A log may have escaped it once or twice. */
const QUOTE = /\\{0,3}"/;
/** Up to the path. What is no host in it, such as a user name, is refused afterwards. */
const AUTHORITY = /^https?:\/\/([^/?#]*)/i;

/**
 * Returns the host that the header Signature-Agent names: the one that publishes the keys with which
 * an automated client signs its requests. Returns `""` when the value names none.
 *
 * The header is a text in quotes (`"https://chatgpt.com"`), and since the working group took the
 * draft over, a dictionary of such texts (`g="https://agent.bot.goog"`). An address or a host
 * without quotes is read as well, because people write formats of logs in many ways. Of several
 * addresses, the first that can be read counts. A host needs a dot, so that a word such as `null`,
 * which some logs write for a missing header, names nobody. A host behind a user name or with a
 * backslash names nobody either, because not every program reads it in the same way.
 *
 * Sources: draft-meunier-web-bot-auth-architecture-05, draft-ietf-webbotauth-httpsig-protocol-00,
 * https://developers.google.com/crawling/docs/crawlers-fetchers/allow-google-agent
 */
export function signatureAgentHost(value: string): string {
  for (const piece of value.slice(0, MOST_CHARACTERS).split(QUOTE, MOST_PIECES)) {
    const text = piece.trim();
    const host = canonicalDomain(AUTHORITY.exec(text)?.[1] ?? text);
    if (host.includes('.')) return host;
  }
  return '';
}
