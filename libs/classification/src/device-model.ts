/**
 * The platform of an Android browser, `(Linux; Android 9; M bot 54 Build/…; wv)`, holds the name of
 * the device, and makers sell telephones called CUBOT, M bot, Discovery and ECHO JAVA. That name is
 * no evidence, so it is taken out before the user agent is judged by its pattern.
 *
 * A platform that carries an address or the word `compatible` was not written by a telephone.
 */
const ANDROID_PLATFORM =
  /^(Mozilla\/5\.0 )\(Linux;? (?:U; |arm_64; )?(?:Android|GoogleTV)(?![^()]*(?:https?:|compatible))[^()]*(?:\([^()]*\)[^()]*)*\)/;

export function withoutDeviceModel(userAgent: string): string {
  return userAgent.replace(ANDROID_PLATFORM, '$1(Linux; Android)');
}
