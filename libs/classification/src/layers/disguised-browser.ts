import { botVerdict } from '../bot-verdict.js';
import { DISGUISED_BROWSER } from '../registry/special-bots.js';
import { compileSigns, type Layer, type ReasonedVerdict, type Sign } from '../layer.js';

/**
 * Only desktop systems are meant, because phones, televisions and consoles really send short and
 * odd user agents. Internet Explorer ends after its platform. A bot that shows an address or
 * `compatible` is not disguised.
 */
const DESKTOP = String.raw`\((?:Windows NT|Macintosh|X11)(?![^()]*(?:MSIE|Trident|compatible|http))[^()]*`;

/**
 * The Mozilla Suite was named Mozilla only, so nothing stands behind its Gecko. It ended at 1.8; the
 * first Gecko had the milestone (m18) or 0.x in place of that version. Gecko has its date there.
 */
const NO_SUITE = String.raw`(?<!; ?(?:rv[: ] ?[01]\.[\w.+]+|m\d\d|0\.[\d.]+)\) (?=Gecko(?:/(?:\d{8,10}|0))?$))`;

/** The versions that Windows NT has had, also with their build; Windows 11 says that it is 10.0. */
const NO_WINDOWS = String.raw`Windows NT (?!(?:3\.\d+|4(?:\.\d+)?|5(?:\.[0-2]\d?)?|6(?:\.[0-4](?:\.\d{4,5}(?:\.\d+)?)?)?|10(?:\.0[\d.]*(?![\d.]))?)(?![\w.]*\d))\d`;
/** Macs have Intel's processors since 10.4 and PowerPC until 10.5; there was no 10.17. */
const NO_MAC = String.raw`Intel Mac OS X (?:[1-9][._]|10[._][0-3](?!\d))|PPC Mac OS X 10_(?:[6-9]|1\d)(?![\d_]*(?:; [\w, -]{2,12})?\) AppleWebKit/[\d.]+ \(KHTML, like Gecko\) Version/)|Mac OS X 10[._](?:1[7-9]|[2-9]\d)`;
/** `WOW64`, `Win64; x64`, `x86_64` and `i386` to `i686` are fixed words. */
const NO_CODE = String.raw`\bWOW(?!64\b)\d|\bWin64; ?x(?!64\b)\d|\bWin(?!16|32|64|3|9|200)\d+; ?x\d|\bLinux (?:x86_(?!64\b)|x64_|i[0-2789]86\b)`;

/**
 * The comment of the engine. Programs that keep tables of user agents take the comma out of it, since
 * it would end a column, and what people sent is then read from such a table.
 */
const COMMENT = String.raw`\(KHTML(?:, *| +)like Gecko\)`;
/** What Chrome writes behind its platform, with nothing behind it but its two best-known relatives. */
const PLAIN_CHROME = String.raw`AppleWebKit/([\d.]+) ${COMMENT} Chrome/`;
const PLAIN_END = String.raw`(?: (?:Edg|OPR)/[\d.]+)?$`;

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
      String.raw`^Mozilla/5\.0 ${DESKTOP}(?:$|\)(?: AppleWebKit/[\d.]+| ${NO_SUITE}Gecko(?:/[\d.]*)?)?$)`,
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
    // Tables of user agents with commas between them cut those of old telephones, too, when these
    // were new. What is cut today has the system or the engine of today.
    pattern:
      /^Mozilla\/5\.0 \((?!Linux; (?:U; )?Android [1-4]\.)[^()]*\) AppleWebKit\/(?!53[0-6][.+])[\d.+]+ \(KHTML(?:,(?: like(?: Gecko)?)?)?$/,
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
    // The engines up to 535 are as old as the tables that cut user agents.
    reason: 'Chrome or Safari on a desktop, cut before its end',
    pattern: new RegExp(
      String.raw`^Mozilla/5\.0 ${DESKTOP}\) AppleWebKit/(?!53[0-5]\.)[\d.]+ \(KHTML, like Gecko\) (?:Chrome(?:/[\d.]*)?(?: Safari/?)?|Safari(?:/537\.36)?)$`,
    ),
  },
  {
    reason: 'Firefox without a version',
    // Old builds of the first Firefox had none, and the day of their Gecko.
    pattern: new RegExp(
      String.raw`^Mozilla/5\.0 ${DESKTOP}\) Gecko/(?!200\d{5}(?:\d\d)? Firefox$)[\d.]+ (?:Firefox/?)?$`,
    ),
  },
  {
    reason: 'the name of a browser alone',
    pattern:
      /^(?:Google |Microsoft )?(?:Chrome|Firefox|Safari|Edge|Internet Explorer|MSIE)(?:[/ ][\d.]*)?$/i,
  },
  {
    reason: 'a version that no browser has',
    // People who changed the user agents of early Firefox and Chrome wrote 6.0.
    pattern: /^Mozilla\/(?!6\.0 )(?:[6-9]|\d\d)[\d.]* \((?:Windows|Macintosh|X11)/,
  },
  {
    // People changed the systems of the first Firefox by hand; its Gecko is below 2.
    reason: 'a version of a system, or a code of a platform, that never existed',
    pattern: new RegExp(
      String.raw`^Mozilla/\d\.\d \([^()]*(?:${NO_WINDOWS}|${NO_MAC}|${NO_CODE})(?![^()]*; rv:1\.\d)[^()]*(?:\)|$)`,
    ),
  },
  {
    reason: 'Chrome on a desktop without the comment of its engine',
    pattern: new RegExp(
      String.raw`^Mozilla/5\.0 ${DESKTOP}\) AppleWebKit/[\d.]+\+? (?:[A-Z]\w*/[\d.]+ )*Chrome/`,
    ),
  },
  {
    // Other browsers misspell it (Beamrise), but they have their name behind it.
    reason: 'Chrome or Firefox on a desktop with a misspelt engine',
    pattern: new RegExp(
      String.raw`^(?=[^ ]* )Mozilla/5\.0 ?${DESKTOP}(?:(?!\) ${PLAIN_CHROME})\) ?[Aa]pple[Ww]eb[Kk]it/[\d.]+ ?\([^()]{0,40}\) ?Chrome/[\d.]+ ?Safari/[\d.]+|(?!\) Gecko/\d+(?:\.\d+)? Firefox/)\) ?Gecko/[\d.]+ ?Firefox/[\d.]+)${PLAIN_END}`,
    ),
  },
  {
    reason: 'numbers of Chrome and its engine that do not fit together',
    pattern: new RegExp(
      String.raw`^Mozilla/5\.0 ${DESKTOP}\) ${PLAIN_CHROME}(?:(?!\d+(?:\.\d+){2,3} )[\d.]+ Safari/[\d.]+|[\d.]+ Safari/(?!\1(?![\d.]))[\d.]+)${PLAIN_END}`,
    ),
  },
  {
    reason: 'a browser behind the heading of a list, or before other fields of a request',
    pattern:
      /^(?![\w -]{3,60}:Mozilla\/5\.0 \(Linux; )[^()]{1,60}[:=|] ?["']?Mozilla\/\d|^Mozilla\/\d.*[\s;,](?:Accept(?:-\w+)?|Referer|Cookie|Connection|Content-Type|Host|User-Agent): ?\S/,
  },
];

const shapeNoBrowserSends = compileSigns(SHAPES_NO_BROWSER_SENDS);
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
    const sign = shapeNoBrowserSends(userAgent.trimEnd());
    return sign && verdicts.get(sign);
  },
};
