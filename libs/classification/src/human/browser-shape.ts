import type { Client } from '@app/contracts';

/*
 * The complete user agents of the common browsers: nothing else may stand in a user agent that
 * matches. Each pattern runs through the text once, because no two parts of it can match the same
 * character. The names are those of ua-parser-js, which is asked about all other user agents.
 */

/** Older browsers tell their language. Only common ones are told here: others are read elsewhere. */
const LANGUAGES = 'en de fr es it pt nl pl ru ja ko zh sv da fi nb no cs hu tr he el uk ro';
const REGIONS =
  'us gb ca au de at ch fr es ar it br pt nl pl ru jp kr cn tw se dk fi no cz hu tr il';
const anyOf = (words: string) => `(?:${words.split(' ').join('|')})`;
const LANGUAGE = `${anyOf(LANGUAGES)}(?:-${anyOf(`${REGIONS} ${REGIONS.toUpperCase()}`)})?`;

const CHROMIUM =
  /^Mozilla\/5\.0 \(([^()]*(?:\([^()]*\)[^()]*)*)\) AppleWebKit\/([\d.]+) \(KHTML, like Gecko\) (?:(Version|SamsungBrowser)\/[\d.]+ )?Chrome\/([\d.]+) (?:(YaBrowser)\/[\d.]+ Yowser\/[\d.]+ )?(Mobile )?Safari\/([\d.]+)(?: (Edg|EdgA|OPR|Vivaldi|Edge)\/[\d.]+)?$/;

/** Chrome's version, on the desktop. */
const FOUR_NUMBERS = /^\d+\.\d+\.\d+\.\d+$/;

const ANDROID_BROWSER =
  /^Mozilla\/5\.0 \((Linux; U; Android [^()]*)\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Version\/[\d.]+ Mobile Safari\/[\d.]+$/;

const EXPLORER =
  /^Mozilla\/[45]\.0 \(compatible; MSIE [\d.]+; Windows NT (?:4\.0|5\.(?:0|01|1|2)|6\.[0-4]|10\.0)(?:; (?:SV1|WOW64|Win64|x64|Trident\/[\d.]+|\.NET[ \d.A-Z]+|InfoPath\.\d|SLCC\d|Media Center PC [\d.]+|MS-RTC LM \d|en-[A-Z]{2}|GTB[\d.]+))*\)$/;

const EXPLORER_11 =
  /^Mozilla\/5\.0 \(Windows NT (?:6\.[0-4]|10\.0); (?:WOW64; |Win64; x64; )?Trident\/7\.0; (?:[A-Z]{4,5}JS; )?rv:11\.0\) like Gecko$/;

const APPLE_MOBILE = new RegExp(
  String.raw`^Mozilla/5\.0 \((iPhone|iPad|iPod); (?:U; )?CPU (?:iPhone )?OS [\d_]+ like Mac OS X(?:; ${LANGUAGE})?\) AppleWebKit/[\d.]+ \(KHTML, like Gecko\) (?:(CriOS|FxiOS|EdgiOS)/[\d.]+ )?(?:Version/[\d.]+ )?Mobile/\d{1,2}[A-Z]\d{1,6}[a-z]? Safari/[\d.]+$`,
);

const APPLE_DESKTOP =
  /^Mozilla\/5\.0 \(Macintosh; Intel Mac OS X [\d_.]+\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Version\/[\d.]+ Safari\/[\d.]+$/;

const FIREFOX =
  /^Mozilla\/5\.0 \(([^()]*); rv:[\d.]+\) Gecko\/[\d.]+ Firefox\/[\d.]+(?: (Iceweasel|SeaMonkey)\/[\d.]+)?$/;

const OPERA = new RegExp(
  String.raw`^Opera/9\.80 \(([^()]*?)(?:; U; ${LANGUAGE})?\) Presto/[\d.]+ Version/[\d.]+$`,
);

/** Each platform begins with a word of which the first letter tells which patterns to try. */
const DESKTOP_PLATFORMS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  W: [
    [
      /^Windows NT (?:10\.0|6\.[0-3]|5\.[12])(?:; (?:Win64; x64|WOW64|ARM64|Win64; ARM64))?$/,
      'Windows',
    ],
    [
      new RegExp(String.raw`^Windows; U; Windows NT (?:5\.[012]|6\.[0-3]); ${LANGUAGE}$`),
      'Windows',
    ],
  ],
  M: [
    [/^Macintosh; Intel Mac OS X (?:10[._](?:[4-9]|1[0-6])|1[1-9]|2\d)(?:[._][\d_.]+)?$/, 'Mac OS'],
    [
      new RegExp(
        String.raw`^Macintosh; U; (?:Intel Mac OS X(?: 10[._](?:[4-9]|1[0-6])[\d._]*)?|PPC Mac OS X(?: 10[._][0-5][\d._]*)?); ${LANGUAGE}$`,
      ),
      'Mac OS',
    ],
  ],
  X: [
    [/^X11; Linux (?:x86_64|i686|aarch64|armv7l)$/, 'Linux'],
    [/^X11; Ubuntu; Linux (?:x86_64|i686|aarch64)$/, 'Ubuntu'],
    [new RegExp(String.raw`^X11; U; Linux (?:x86_64|i686); ${LANGUAGE}$`), 'Linux'],
    [/^X11; CrOS (?:x86_64|i686|aarch64|armv7l) [\d.]+$/, 'Chromium OS'],
    [/^X11; Fedora; Linux (?:x86_64|i686)$/, 'Fedora'],
    [/^X11; Debian; Linux (?:x86_64|i686)$/, 'Debian'],
    [/^X11; CentOS; Linux (?:x86_64|i686)$/, 'CentOS'],
  ],
  F: [[/^Fedora; Linux (?:x86_64|i686)$/, 'Fedora']],
  D: [[/^Debian; Linux (?:x86_64|i686)$/, 'Debian']],
  C: [[/^CentOS; Linux (?:x86_64|i686)$/, 'CentOS']],
  K: [[/^Knoppix; Linux (?:x86_64|i686)$/, 'Linux']],
};

/**
 * Makers may give telephones any name, so anything may follow the version except an address,
 * `compatible`, or a program with its version.
 */
const ANDROID =
  /^Linux; (?:U; Android [\d.]+|Android [\d.]+(?=;|$)(?!.*; ?(?!Build\/)[A-Za-z][\w-]*\/\d+\.))(?:;|$)(?!.*(?:https?:|compatible|@|[a-z](?:[Bb]ot|[Cc]rawler|[Ss]pider)$))/;

/**
 * Models that ua-parser-js knows better: televisions, watches, tablets that call themselves mobile.
 */
const NO_TELEPHONE =
  /TV|BRAVIA|\bAFT|\bSM-[PRT]\d|\bTB-|\bTab|Pad\b|Watch|Quest|BOX|\b4K\b|Stick|Shield|Cast|Portal|Kindle|\bKF[A-Z]|Glass/i;

const CHROMIUM_NAMES: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  EdgA: 'Edge',
  OPR: 'Opera',
  Vivaldi: 'Vivaldi',
  Edge: 'Edge',
  YaBrowser: 'Yandex',
  SamsungBrowser: 'Samsung Internet',
};

const APPLE_NAMES: Readonly<Record<string, string>> = {
  CriOS: 'Chrome',
  FxiOS: 'Firefox',
  EdgiOS: 'Edge',
};

/** The text that was read last, if it has no shape: two layers ask for it one after the other. */
let shapeless = '';

/**
 * Returns the client if the user agent is exactly what a common browser sends, otherwise undefined.
 */
export function browserShape(userAgent: string): Client | undefined {
  if (userAgent === shapeless) return undefined;
  const client = readShape(userAgent);
  if (client === undefined) shapeless = userAgent;
  return client;
}

function readShape(userAgent: string): Client | undefined {
  if (userAgent.startsWith('Opera/')) return opera(userAgent);
  if (!userAgent.startsWith('Mozilla/')) return undefined;
  return chromium(userAgent) ?? apple(userAgent) ?? others(userAgent);
}

/** What Chrome says since it does not tell the system and the device any more. */
const REDUCED_ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) ';
/** Where the platform begins, with its parenthesis. */
const PLATFORM = 'Mozilla/5.0 '.length;
const AFTER_PLATFORM = ') AppleWebKit/';
/** With a longer name of the device, the user agent is read by all layers in their order. */
const LONGEST_WITH_DEVICE = 300;

export interface CommonBrowser {
  readonly client: Client;
  /**
   * The platform with its parentheses if it has the name of a device, otherwise an empty text. The
   * name of a bot or an attack text can stand nowhere else.
   */
  readonly platform: string;
}

/** Returns what is known of a user agent that is exactly what a common browser sends. */
export function commonBrowserOf(userAgent: string): CommonBrowser | undefined {
  if (!userAgent.startsWith('Mozilla/5.0 (') || userAgent.startsWith('compatible', PLATFORM + 1)) {
    return undefined;
  }
  const isFixed =
    !userAgent.startsWith('Linux', PLATFORM + 1) || userAgent.startsWith(REDUCED_ANDROID);
  if (!isFixed && userAgent.length > LONGEST_WITH_DEVICE) return undefined;
  const client = browserShape(userAgent);
  if (client === undefined) return undefined;
  const end = isFixed ? PLATFORM : userAgent.lastIndexOf(AFTER_PLATFORM) + 1;
  return { client, platform: userAgent.slice(PLATFORM, end) };
}

/** The words of fixed shapes in lower case, beside numbers, builds of iOS and codes of makers. */
const FIXED_WORDS: ReadonlySet<string> = new Set(
  [
    'mozilla windows nt win64 x64 wow64 arm64 macintosh intel mac os x x11 linux x86 i686 aarch64',
    'armv7l ubuntu cros applewebkit khtml like gecko chrome version samsungbrowser mobile safari edg',
    'edga opr iphone ipad ipod u cpu crios fxios edgios firefox rv trident android k ppc fedora debian',
    'centos knoppix iceweasel seamonkey vivaldi edge yabrowser yowser',
    LANGUAGES,
    REGIONS,
  ].flatMap((line) => line.split(' ')),
);
const NUMBER_OR_CODE = /^(?:\d+|\d{1,2}[a-z]\d{1,6}[a-z]?|[a-z]{4,5}js)$/;

/** Tells whether a text, such as the token of a bot, can stand in a shape outside its platform. */
export function mayStandInShape(text: string): boolean {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const isInside = words.every((word) => FIXED_WORDS.has(word) || NUMBER_OR_CODE.test(word));
  return isInside || /\)./.test(text);
}

function chromium(userAgent: string): Client | undefined {
  const match = CHROMIUM.exec(userAgent);
  if (match === null) return undefined;
  const [, platform = '', engine, before, version = '', inner, mobile, safari, after] = match;
  const named = CHROMIUM_NAMES[after ?? inner ?? before ?? ''];
  const os = desktopSystem(platform);
  if (os !== undefined) {
    const fits = before === undefined && engine === safari && FOUR_NUMBERS.test(version);
    return fits ? { browser: named ?? 'Chrome', os, device: 'desktop' } : undefined;
  }
  if (inner !== undefined) return undefined;
  if (!ANDROID.test(platform) || NO_TELEPHONE.test(platform)) return undefined;
  const webView = platform.endsWith('; wv') ? 'Chrome WebView' : 'Chrome';
  if (before === 'Version' && (named !== undefined || webView === 'Chrome')) return undefined;
  return {
    browser: named ?? webView,
    os: 'Android',
    device: mobile === undefined ? 'tablet' : 'mobile',
  };
}

function apple(userAgent: string): Client | undefined {
  const match = APPLE_MOBILE.exec(userAgent);
  if (match !== null) {
    const [, device, browser = ''] = match;
    const name = APPLE_NAMES[browser] ?? 'Mobile Safari';
    return { browser: name, os: 'iOS', device: device === 'iPad' ? 'tablet' : 'mobile' };
  }
  return APPLE_DESKTOP.test(userAgent)
    ? { browser: 'Safari', os: 'Mac OS', device: 'desktop' }
    : undefined;
}

function others(userAgent: string): Client | undefined {
  const old = ANDROID_BROWSER.exec(userAgent)?.[1];
  if (old !== undefined && ANDROID.test(old) && !NO_TELEPHONE.test(old)) {
    return { browser: 'Android Browser', os: 'Android', device: 'mobile' };
  }
  if (EXPLORER.test(userAgent) || EXPLORER_11.test(userAgent)) {
    return { browser: 'IE', os: 'Windows', device: 'desktop' };
  }
  const [, platform = '', browser = 'Firefox'] = FIREFOX.exec(userAgent) ?? [];
  const os = desktopSystem(platform);
  return os === undefined ? undefined : { browser, os, device: 'desktop' };
}

function opera(userAgent: string): Client | undefined {
  const os = desktopSystem(OPERA.exec(userAgent)?.[1] ?? '');
  return os === undefined ? undefined : { browser: 'Opera', os, device: 'desktop' };
}

function desktopSystem(platform: string): string | undefined {
  return DESKTOP_PLATFORMS[platform.charAt(0)]?.find(([pattern]) => pattern.test(platform))?.[1];
}
