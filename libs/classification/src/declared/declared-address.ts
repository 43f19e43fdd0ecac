import { registrableDomain } from './registrable-domain.js';

/** An address of a page or a mail box, however it is written. The host is the first group. */
const ADDRESSES: readonly RegExp[] = [
  /https?:\/\/+(?:[^\s/@()]{1,60}@)?([\w.-]{4,253})/gi,
  /\b(www\.[\w.-]{4,249})/gi,
  /[\w.+-](?:@| ?\[at\] ?|\(at\))([\w-][\w.-]{3,253})/gi,
  /\+ ?([\w-]+\.[\w.-]{2,240})(?=[/);,]|$)/gi,
];

const MAY_BE_ADDRESS = /:\/\/|@|www\.|\+|\bat\b/i;

/** Whose mail boxes belong to anybody. Such an address tells nothing about the operator. */
const MAIL_OF_EVERYBODY =
  /^(?:gmail|googlemail|outlook|hotmail|live|yahoo|ymail|aol|gmx|web|icloud|me|mac|proton|protonmail|pm|tutanota|fastmail|hey|yandex|mail|inbox|qq|163|126|sina|naver|zoho|rediffmail)\.(?:com|co\.uk|de|fr|net|ru|me|jp|cn|ch|at|it|es|in|eu)$/;
const MAIL = 2;

/** Returns the domain of the address that a user agent shows: that of its page before its mail. */
export function declaredDomain(userAgent: string): string | undefined {
  if (!MAY_BE_ADDRESS.test(userAgent)) return undefined;
  for (const [kind, pattern] of ADDRESSES.entries()) {
    for (const [, host = ''] of userAgent.matchAll(pattern)) {
      const domain = registrableDomain(host.replace(/(?<![.-])[.-]+$/, ''));
      if (domain === undefined || (kind === MAIL && MAIL_OF_EVERYBODY.test(domain))) continue;
      return domain;
    }
  }
  return undefined;
}
