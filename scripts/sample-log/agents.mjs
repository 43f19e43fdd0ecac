// The browsers of October 2026: the newest versions of each, and a few that nobody updates.

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
export const WINDOWS = 'Windows NT 10.0; Win64; x64';
export const LINUX = 'X11; Linux x86_64';
export const MAC = 'Macintosh; Intel Mac OS X 10_15_7';

export const chrome = (system, version) =>
  `Mozilla/5.0 (${system}) ${WEBKIT} Chrome/${version}.0.0.0 Safari/537.36`;
const android = (version, browser = '') =>
  `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} ${browser}Chrome/${version}.0.0.0 Mobile Safari/537.36`;
const edge = (version) => `${chrome(WINDOWS, version)} Edg/${version}.0.0.0`;
const firefox = (system, version) =>
  `Mozilla/5.0 (${system}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const GECKO_LIKE = '(KHTML, like Gecko)';
// From version 26 on, Safari names iOS 18 whatever the phone has.
const iphone = (browser, system = '18_6') =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 ${GECKO_LIKE} ${browser}`;
const safari = (version) =>
  `Mozilla/5.0 (${MAC}) AppleWebKit/605.1.15 ${GECKO_LIKE} Version/${version} Safari/605.1.15`;
const iosSafari = (version, system) =>
  iphone(`Version/${version} Mobile/15E148 Safari/604.1`, system);

// What browsers do differently, as `aBrowser` tells it.
const CHROME = { icon: true, ahead: true };
const MOBILE_CHROME = { phone: true, icon: true, ahead: true };
const FIREFOX = { icon: true };
const SAFARI = { icon: true };
/** Safari on a phone shows no icons of websites, and does not ask for them. */
const IPHONE = { phone: true };
/** Safari before 16.4 does not send `Sec-Fetch-Mode`. */
const OLD_SAFARI = { icon: true, silent: true };

const versions = (make, traits, weights) =>
  Object.entries(weights).map(([version, weight]) => [weight, { agent: make(version), ...traits }]);

/** Each with its weight. */
const BROWSERS = [
  ...versions((version) => chrome(WINDOWS, version), CHROME, { 155: 9, 154: 12, 153: 3, 150: 1 }),
  ...versions((version) => chrome(MAC, version), CHROME, { 155: 4, 154: 4 }),
  ...versions((version) => chrome(LINUX, version), CHROME, { 154: 2 }),
  ...versions(android, MOBILE_CHROME, { 155: 6, 154: 9, 153: 3 }),
  [2, { agent: android(142, 'SamsungBrowser/30.0 '), ...MOBILE_CHROME }],
  ...versions(iosSafari, IPHONE, { '27.0': 8, 26.6: 9, 26.4: 2 }),
  [1, { agent: iosSafari('16.6', '16_7_12'), ...IPHONE }],
  [2, { agent: iphone('CriOS/154.0.7790.60 Mobile/15E148 Safari/604.1'), ...IPHONE }],
  [1, { agent: iphone('GSA/398.0.812345678 Mobile/15E148 Safari/604.1'), ...IPHONE }],
  ...versions(safari, SAFARI, { '27.0': 3, 26.6: 4 }),
  [1, { agent: safari('15.6.1'), ...OLD_SAFARI }],
  ...versions(edge, CHROME, { 155: 3, 154: 5 }),
  ...versions((version) => firefox(WINDOWS, version), FIREFOX, { 154: 4, 153: 2, 152: 1 }),
  [2, { agent: firefox(LINUX, 154), ...FIREFOX }],
  [1, { agent: firefox('Windows NT 6.1; Win64; x64', 115), ...FIREFOX }],
  [1, { agent: chrome('Windows NT 6.1; Win64; x64', 109), icon: true }],
];

/**
 * Returns the browser of a person: its `agent`; whether it is that of a `phone`; whether it asks
 * for the `icon` of a website; whether it may fetch pages `ahead`; whether it is `silent` about
 * fetch modes.
 */
export const aBrowser = (choices) => choices.weighted(BROWSERS);

const PHONES = BROWSERS.filter(([, { phone }]) => phone);
const COMPUTERS = BROWSERS.filter(([, { phone }]) => !phone);
export const aPhone = (choices) => choices.weighted(PHONES);
export const aComputer = (choices) => choices.weighted(COMPUTERS);
