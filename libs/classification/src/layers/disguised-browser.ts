import { botVerdict } from '../bot-verdict.js';
import { DISGUISED_BROWSER } from '../registry/special-bots.js';
import { firstSign, type Layer, type ReasonedVerdict, type Sign } from '../layer.js';

/**
 * Only desktop systems are meant, because phones, televisions and consoles really send short and
 * odd user agents. Internet Explorer ends after its platform. A bot that shows an address or
 * `compatible` is not disguised.
 */
const DESKTOP = String.raw`\((?:Windows NT|Macintosh|X11)(?![^()]*(?:MSIE|Trident|compatible|http))[^()]*`;

/**
 * Shapes that start like a browser's user agent, and then end or lack something where every browser
 * continues.
 */
const SHAPES_NO_BROWSER_SENDS: readonly Sign[] = [
  {
    reason: 'the first word of a browser and nothing else',
    pattern: /^Mozilla(?:\/\d\.\d)?[;,]?$|^Mozilla\/\d\.\d \((?:compatible)?[;,]? ?\)?$/,
  },
  {
    reason: 'cut inside the platform, after it, or after the version of the engine',
    pattern: new RegExp(
      String.raw`^Mozilla/5\.0 ${DESKTOP}(?:$|\)(?: AppleWebKit/[\d.]+| Gecko(?:/[\d.]*)?)?$)`,
    ),
  },
  {
    // Except on a Mac, where the web view of a native app sends exactly this.
    reason: 'cut before the name of the browser',
    pattern:
      /^Mozilla\/5\.0 \((?:Windows NT|X11)(?![^()]*http)[^()]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)$/,
  },
  {
    reason:
      'cut at the comma of "(KHTML, like Gecko)", as in carelessly split lists of user agents',
    pattern: /^Mozilla\/5\.0 \([^()]*\) AppleWebKit\/[\d.]+ \(KHTML(?:,(?: like(?: Gecko)?)?)?$/,
  },
  {
    reason: 'an escape sequence that was never decoded',
    pattern:
      /^Mozilla\/5\.0 .*\(KHTML(?:\\,|%2C)|^Mozilla(?:\\\/|%2F)\d|^Mozilla\/\d\.\d(?:%20|\\x20| \\\()/,
  },
  {
    reason: 'a browser in quotation marks, or behind the name of its header',
    pattern: /^(?:\\?["'`]|User-Agent:? ?)+Mozilla\//i,
  },
  {
    reason: 'Chrome without its engine',
    pattern: new RegExp(String.raw`^Mozilla/5\.0 ${DESKTOP}\) Chrome/`),
  },
  {
    reason: 'Chrome or Safari on a desktop, cut before its end',
    pattern: new RegExp(
      String.raw`^Mozilla/5\.0 ${DESKTOP}\) AppleWebKit/[\d.]+ \(KHTML, like Gecko\) (?:Chrome(?:/[\d.]*)?(?: Safari/?)?|Safari(?:/537\.36)?)$`,
    ),
  },
  {
    reason: 'Firefox without a version',
    pattern: new RegExp(String.raw`^Mozilla/5\.0 ${DESKTOP}\) Gecko/[\d.]+ (?:Firefox/?)?$`),
  },
  {
    reason: 'the name of a browser alone',
    pattern:
      /^(?:Google |Microsoft )?(?:Chrome|Firefox|Safari|Edge|Internet Explorer|MSIE)(?:[/ ][\d.]*)?$/i,
  },
  {
    reason: 'a version that no browser has',
    pattern:
      /^Mozilla\/(?:[6-9]|\d\d)[\d.]* \((?:Windows|Macintosh|X11)|\(Windows NT (?:1[1-9]|[7-9]|[2-9]\d)\b/,
  },
];

const verdicts = new Map<Sign, ReasonedVerdict>(
  SHAPES_NO_BROWSER_SENDS.map((sign) => [
    sign,
    botVerdict(DISGUISED_BROWSER, 'malformed browser', sign.reason),
  ]),
);

/**
 * Finds user agents that claim to be a browser, but are cut off or malformed in a way that no
 * browser sends.
 */
export const disguisedBrowser: Layer = {
  name: 'malformed browser',
  judge: (userAgent) => {
    // Browsers send no trailing blanks either, but a shipper may add them.
    const sign = firstSign(SHAPES_NO_BROWSER_SENDS, userAgent.trimEnd());
    return sign && verdicts.get(sign);
  },
};
