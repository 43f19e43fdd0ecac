/**
 * Matches the platform of an Android browser, `(Linux; Android 9; M bot 54 Build/…; wv)`. It
 * contains the name of the device, and some telephones are called CUBOT, M bot, Discovery or ECHO
 * JAVA. Such a name proves nothing, so it is removed before patterns judge the user agent.
 *
 * A platform that contains an address, the word `compatible`, a bot that says so, or ends with another
 * program was not written by a telephone.
 */
const ANDROID_PLATFORM =
  /^(Mozilla\/5\.0 )\(Linux;? (?!Android[^()]*; ?(?!Build\/)[A-Za-z][\w-]*\/\d+\.\d[\w.]*\))(?:U; |arm_64; )?(?:Android|GoogleTV)(?![^()]*(?:https?:|compatible|(?:[Bb]ot|[Cc]rawler|[Ss]pider)\/\d|; ?[A-Za-z][\w-]*[a-z](?:[Bb]ot|[Cc]rawler|[Ss]pider)\)))[^()]*(?:\([^()]*\)[^()]*)*\)/;

/** Internet Explorer and its platform: add-ons, companies and shops leave their names in it. */
const EXPLORER =
  /^Mozilla\/[2-5]\.\d+ ?\(compatible; (?:U; )?MSIE \d[^;]*;[^()]*(?:\([^()]*\)[^()]*)*\)/;
/** Internet Explorer 11. What stands behind its `rv:` is of a program that uses it. */
const EXPLORER_11 = /^Mozilla\/5\.0 \(Windows NT [\d.]+;[^()]* Trident\/7\.0;[^()]* rv:11\.0/;
/** What Internet Explorer and its add-ons say with a word that others use for bots. */
const TAG = /;[^;()]*/g;
/** A bot in the place of an add-on: it says what it is, or has a page and not only a host. */
const BOT_TAG =
  /\+ ?https?:|https?:\/\/[^\s;)]+\/[^\s;)]|bots?\b|crawl|spider|robot(?!ics)|scan\b|scann|survey|check|monitor|fetch|preview|validat|analy[sz]|harvest|contact|slurp|search(?!bar|toolbar|assist)|index/i;
/** A common part of Internet Explorer. It contains the address of its author, in odd places. */
const EMBEDDED_BROWSER = /(?:from: ?)?https?:\/\/\S*bsalsa\.com[^\s;)]*/g;

/**
 * Returns the user agent without what other people than the maker of the browser named: the device,
 * and the add-ons and companies in the platform of Internet Explorer.
 */
export function withoutDeviceModel(userAgent: string): string {
  if (userAgent.startsWith('Mozilla/5.0 (Linux')) {
    return userAgent.replace(ANDROID_PLATFORM, '$1(Linux; Android)');
  }
  const explorer = userAgent.includes('MSIE') ? EXPLORER : EXPLORER_11;
  if (explorer === EXPLORER_11 && !userAgent.includes('Trident/7.0')) return userAgent;
  const text = userAgent.replace(EMBEDDED_BROWSER, '');
  return text.replace(explorer, (platform) =>
    platform.replace(TAG, (tag) => (isOwn(tag) || BOT_TAG.test(tag) ? tag : ';')),
  );
}

/** Tells whether Internet Explorer itself wrote this: its version or its system. */
function isOwn(tag: string): boolean {
  return /^; ?(?:MSIE|Windows|Mac_|Trident|WOW64|Win|rv:)/.test(tag);
}
