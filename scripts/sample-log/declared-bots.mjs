// Bots that say who they are. Most have addresses that their operators publish, because a log
// without them would show nothing but spoofed visits; some claim a bot's name from elsewhere.

import { chrome, LINUX, MAC } from './agents.mjs';
import { Browser } from './browser.mjs';
import { CALENDAR, DAY, HOUR, SECOND } from './clock.mjs';
import { addressOf, entryOf, refererFrom } from './entry.mjs';
import * as site from './site.mjs';

const STATES = [
  [94, 200],
  [3, 304],
  [3, 404],
];
const aPage = (choices) => [
  { target: choices.weighted(site.PAGES), status: choices.weighted(STATES) },
];
const anArticle = (choices) => [{ target: choices.pick(site.ARTICLES) }];
const robotsOr = (ask) => (choices) => {
  if (choices.happens(0.06)) return [{ target: site.ROBOTS_TXT }];
  return choices.happens(0.02) ? [{ target: site.SITEMAP }] : ask(choices);
};
const aFeed = (choices) => [{ target: site.FEED, status: choices.happens(0.6) ? 304 : 200 }];
const health = () => [{ target: site.HOME, method: 'HEAD' }];

const PROBES = ['/wp-login.php', '/.env', '/xmlrpc.php', '/.git/config', '/admin/', '/phpinfo.php'];
const probe = (path) => ({ target: { host: site.SHOP, path }, status: 404 });
const aProbe = (choices) => [probe(choices.pick(PROBES))];

/** A page and the picture that is shown with a link to it. */
const preview = (choices) => {
  const target = choices.pick(site.ARTICLES);
  return [{ target }, { target: site.pictureOf(target), after: choices.between(200, 900) }];
};

/** Search engines that draw pages ask for some of their files as well, often much later. */
const drawing = (ask) => (choices) => {
  if (choices.happens(0.8)) return ask(choices);
  const page = choices.weighted(site.PAGES);
  const files = site.filesOf(page).filter(({ type }) => type === 'style' || type === 'script');
  const target = choices.pick(files);
  return [{ target, referer: refererFrom(page, target) }];
};

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const openAi = (name) => `Mozilla/5.0 ${WEBKIT}; compatible; ${name}`;
const crawler = (name) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${name})`;
const GPTBOT = openAi('GPTBot/1.2; +https://openai.com/gptbot');
const BINGBOT = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Addresses in a /24, from the first to the last of these hosts. */
const within =
  (network, first = 1, last = 254) =>
  (choices) =>
    `${network}.${choices.whole(first, last)}`;

const H1 = 'HTTP/1.1';
const H2 = 'HTTP/2';

/**
 * User agent, HTTP version, visits per day, what it asks for, from how many addresses it comes, and
 * from which; by default from documentation addresses.
 */
const BOTS = [
  [GPTBOT, H2, 15, robotsOr(aPage), 12, within('20.171.206')],
  // Under the names of three bots, nobody knows from where.
  [GPTBOT, H1, 1, aPage, 3],
  [BINGBOT, H1, 4, aProbe, 2],
  [GOOGLEBOT, H1, 2, aPage, 3],
  [
    crawler('ClaudeBot/1.0; +claudebot@anthropic.com'),
    ...[H2, 12, robotsOr(aPage), 8, within('216.73.216')],
  ],
  [
    openAi('ChatGPT-User/1.0; +https://openai.com/bot'),
    ...[H2, 9, anArticle, 20, within('20.169.78', 64, 79)],
  ],
  [
    openAi('OAI-SearchBot/1.0; +https://openai.com/searchbot'),
    ...[H2, 6, robotsOr(anArticle), 6, within('51.8.102')],
  ],
  [
    crawler('PerplexityBot/1.0; +https://perplexity.ai/perplexitybot'),
    ...[H1, 5, robotsOr(aPage), 4, within('18.97.9', 96, 103)],
  ],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)', H2, 3, robotsOr(aPage), 2],
  [GOOGLEBOT, H1, 16, drawing(robotsOr(aPage)), 10, within('66.249.64')],
  [BINGBOT, H2, 9, drawing(robotsOr(aPage)), 8, within('40.77.188')],
  [
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    ...[H1, 6, robotsOr(aPage), 5, within('202.8.40')],
  ],
  [
    'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
    ...[H1, 4, aPage, 3, within('85.208.96')],
  ],
  [
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    ...[H1, 2, preview, 3, within('129.134.16')],
  ],
  ['Feedly/1.0 (+http://www.feedly.com/fetcher.html; 41 subscribers)', H1, 4, aFeed, 1],
  ['Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', H1, 12, health, 2],
  ['curl/8.9.1', H2, 2, aPage, 4],
  ['python-requests/2.32.3', H1, 3, aPage, 4],
  ['Go-http-client/2.0', H2, 2, aPage, 3],
  ['', H1, 2, aProbe, 9],
];

/** What a bot asks for within the two weeks. */
function visitsOf(choices, addresses, [agent, protocol, perDay, ask, count, address]) {
  const pool = Array.from({ length: count }, () => address?.(choices) ?? addresses.any());
  return CALENDAR.flatMap(({ start }) => {
    const visits = Math.round(perDay * choices.between(0.6, 1.4));
    return Array.from({ length: visits }, () => {
      const client = { ip: choices.pick(pool), agent, protocol };
      const time = start + choices.between(0, DAY);
      return ask(choices).map(({ target, after = 0, ...rest }) =>
        entryOf(time + after, client, target, rest),
      );
    }).flat();
  });
}

/** A scanner that names itself: every third day it tries all that it knows within a few seconds. */
function zgrab(choices, addresses) {
  return CALENDAR.filter(({ index }) => index % 3 === 1).flatMap(({ start }) => {
    const client = { ip: addresses.v4(), agent: 'Mozilla/5.0 zgrab/0.x', protocol: H1 };
    const time = start + choices.between(0, DAY);
    return PROBES.map(probe).map(({ target, status }, index) =>
      entryOf(time + index * 700, client, target, { status }),
    );
  });
}

/**
 * Agents that drive a browser for a person. They have its user agent, and name themselves in the
 * header `Signature-Agent`.
 */
const SIGNING = [
  { agent: chrome(MAC, 153), signatureAgent: '"https://chatgpt.com"', days: [1, 3, 4, 8, 10, 11] },
  { agent: chrome(LINUX, 152), signatureAgent: '"https://www.browserbase.com"', days: [2, 9] },
];

function signing(choices, addresses) {
  return SIGNING.flatMap(({ days, ...named }) =>
    days.flatMap((day) => {
      const client = { ...named, ip: addresses.v4(), protocol: H2 };
      const browser = new Browser(choices, client, { icon: true });
      const time = CALENDAR[day].start + choices.between(7, 20) * HOUR;
      const product = choices.pick(site.PRODUCT_PAGES);
      browser.open(time, product);
      const later = time + choices.between(4, 12) * SECOND;
      browser.open(later, site.PRICING, { referer: addressOf(product) });
      return browser.entries;
    }),
  );
}

/** Returns what bots ask for that say who they are. */
export const declaredBots = (choices, addresses) => ({
  'bots that say who they are': BOTS.flatMap((bot) => visitsOf(choices, addresses, bot)),
  'a scanner that says who it is': zgrab(choices, addresses),
  'agents that sign': signing(choices, addresses),
});
