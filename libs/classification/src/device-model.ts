/**
 * The platform of an Android browser, `(Linux; Android 9; M bot 54 Build/…; wv)`, holds the name of
 * the device, and makers sell telephones called CUBOT, M bot, Discovery and ECHO JAVA. That name is
 * no evidence, so it is taken out before the user agent is judged by its pattern.
 *
 * A platform that carries an address or the word `compatible` was not written by a telephone.
 */
const ANDROID_PLATFORM =
  /^(Mozilla\/5\.0 )\(Linux;? (?:U; |arm_64; )?(?:Android|GoogleTV)(?![^()]*(?:https?:|compatible))[^()]*(?:\([^()]*\)[^()]*)*\)/;

/** A widespread part of Internet Explorer add-ons, which names its author's address. */
const EMBEDDED_BROWSER = /from: https?:\/\/\S*bsalsa\.com\S*/;

export function withoutDeviceModel(userAgent: string): string {
  if (userAgent.includes('bsalsa.com')) return userAgent.replace(EMBEDDED_BROWSER, '');
  if (!userAgent.startsWith('Mozilla/5.0 (Linux')) return userAgent;
  return userAgent.replace(ANDROID_PLATFORM, '$1(Linux; Android)');
}
