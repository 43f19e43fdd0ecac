import { botVerdict } from '../bot-verdict.js';
import { DISGUISED_BROWSER } from '../registry/special-bots.js';
import { firstSign, type Layer, type ReasonedVerdict, type Sign } from '../layer.js';

/**
 * Desktop systems only: phones, televisions and consoles do send short and odd user agents.
 * Internet Explorer ends after its platform, and a bot's address or `compatible` is no disguise.
 */
const DESKTOP = String.raw`\((?:Windows NT|Macintosh|X11)(?![^()]*(?:MSIE|Trident|compatible|http))[^()]*`;

/** Shapes that start like a browser's and stop, or miss, where every browser goes on. */
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
    // Not on a Mac: the web view of a native app sends just that.
    reason: 'cut before the name of the browser',
    pattern:
      /^Mozilla\/5\.0 \((?:Windows NT|X11)(?![^()]*http)[^()]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)$/,
  },
  {
    reason: 'split at the comma of "(KHTML, like Gecko)", as careless lists of user agents are',
    pattern: /^Mozilla\/5\.0 \([^()]*\) AppleWebKit\/[\d.]+ \(KHTML(?:,(?: like(?: Gecko)?)?)?$/,
  },
  {
    reason: 'an escape that was never taken back',
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
    reason: 'a version that no browser claims',
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

/** A user agent that claims to be a browser and is truncated or malformed as no browser sends it. */
export const disguisedBrowser: Layer = {
  name: 'malformed browser',
  judge: (userAgent) => {
    // Browsers do not end in blanks either, but a shipper may add them.
    const sign = firstSign(SHAPES_NO_BROWSER_SENDS, userAgent.trimEnd());
    return sign && verdicts.get(sign);
  },
};
