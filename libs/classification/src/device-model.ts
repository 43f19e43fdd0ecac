/**
 * Matches the platform of an Android browser, `(Linux; Android 9; M bot 54 Build/…; wv)`. It
 * contains the name of the device, and some telephones are called CUBOT, M bot, Discovery or ECHO
 * JAVA. Such a name proves nothing, so it is removed before patterns judge the user agent.
 *
 * A platform that contains an address or the word `compatible` was not written by a telephone.
 */
const ANDROID_PLATFORM =
  /^(Mozilla\/5\.0 )\(Linux;? (?:U; |arm_64; )?(?:Android|GoogleTV)(?![^()]*(?:https?:|compatible))[^()]*(?:\([^()]*\)[^()]*)*\)/;

/** Matches a common part of Internet Explorer add-ons. It contains the address of its author. */
const EMBEDDED_BROWSER = /from: https?:\/\/\S*bsalsa\.com\S*/;

export function withoutDeviceModel(userAgent: string): string {
  if (userAgent.includes('bsalsa.com')) return userAgent.replace(EMBEDDED_BROWSER, '');
  if (!userAgent.startsWith('Mozilla/5.0 (Linux')) return userAgent;
  return userAgent.replace(ANDROID_PLATFORM, '$1(Linux; Android)');
}
