// People: where they come from, what they read, and when they come again.

import { aBrowser, aComputer, aPhone } from './agents.mjs';
import { Browser } from './browser.mjs';
import { CALENDAR, DAY, daytime, HOUR, officeTime, SECOND } from './clock.mjs';
import { refererFrom } from './entry.mjs';
import * as site from './site.mjs';

const ASSISTED = [...site.ARTICLES, site.GETTING_STARTED, site.API_DOCS, ...site.PRODUCT_PAGES];
const anyPage = (choices) => choices.weighted(site.PAGES);
const startPage = (choices) =>
  choices.happens(0.4) ? choices.pick([site.HOME, site.HOME, site.BLOG_HOME]) : anyPage(choices);
const assisted = (choices) => choices.pick(ASSISTED);
const article = (choices) => choices.pick(site.ARTICLES);

/** Which referers people bring, in percent, and to which pages. */
const SOURCES = [
  [43, { page: startPage }],
  [30, { referer: 'https://www.google.com/', page: anyPage }],
  [4, { referer: 'https://www.bing.com/', page: anyPage }],
  [3, { referer: 'https://duckduckgo.com/', page: anyPage }],
  // ChatGPT tells websites by a parameter, too, that it sent somebody.
  [8, { referer: 'https://chatgpt.com/', page: assisted, query: '?utm_source=chatgpt.com' }],
  [3, { referer: 'https://www.perplexity.ai/', page: assisted }],
  [1, { referer: 'https://claude.ai/', page: assisted }],
  [1, { referer: 'https://gemini.google.com/', page: assisted }],
  [1, { referer: 'https://copilot.microsoft.com/', page: assisted }],
  [3, { referer: 'https://news.ycombinator.com/', page: article }],
  [2, { referer: 'https://www.reddit.com/', page: article }],
  [1, { referer: 'https://lobste.rs/', page: article }],
];

/** How many seconds people spend on a page before they follow a link. */
const STAY = {
  ...{ home: [5, 45], plain: [10, 80], docs: [20, 260], product: [10, 120], search: [4, 30] },
  ...{ cart: [8, 60], login: [6, 25], account: [8, 60], index: [5, 45], article: [25, 420] },
  missing: [3, 15],
};
const stay = (choices, { kind }) =>
  choices.between(...STAY[kind]) * choices.between(0.4, 1) * SECOND;

const PROTOCOLS = [
  [93, 'HTTP/2'],
  [4, 'HTTP/3'],
  // Behind the proxies of companies, and behind programs that protect against viruses.
  [3, 'HTTP/1.1'],
];
const EXTENSIONS = [
  [84, {}],
  [12, { blocks: true }],
  [2.5, { withoutPictures: true, blocks: true }],
  [1.5, { withoutScripts: true }],
];

/** Returns somebody: the browser, and what it can do. */
function somebody(choices, ip, traits = aBrowser(choices)) {
  const { agent, ...rest } = traits;
  const client = { ip, agent, protocol: choices.weighted(PROTOCOLS) };
  const habits = { ...rest, ...choices.weighted(EXTENSIONS) };
  return { habits, browser: new Browser(choices, client, habits) };
}

/** Where a visit begins. A few links of other websites lead nowhere. */
function arrival(choices) {
  const { referer, page, query = '' } = choices.weighted(SOURCES);
  if (referer && choices.happens(0.02))
    return { referer, page: choices.pick(site.MISSING), status: 404 };
  const target = page(choices);
  return { referer, page: query ? { ...target, path: target.path + query } : target };
}

/** Most people look at one page only. */
const pagesOf = (choices) => (choices.happens(0.52) ? 1 : choices.weighted(MORE_PAGES));
const MORE_PAGES = [
  [38, 2],
  [25, 3],
  [15, 4],
  [10, 5],
  [7, 6],
  [5, 8],
];

/**
 * Makes a visit: opens a page, and then follows links.
 *
 * @param between what happens between two pages, if anything
 * @returns when it was over
 */
function visit(choices, { browser, habits }, start, { page, referer, status }, options = {}) {
  const { pages = pagesOf(choices), between = () => undefined } = options;
  let time = start;
  browser.open(time, page, { referer, status });
  const trail = [page];
  for (let count = 1; count < pages; count++) {
    time += stay(choices, trail.at(-1));
    // Who goes back sees the page before as it was, without a request.
    if (trail.length > 1 && choices.happens(0.12)) trail.pop();
    between(count);
    const from = trail.at(-1);
    const next = site.follow(choices, from);
    step(choices, { browser, habits }, time, from, next);
    trail.push(next);
  }
  return time + stay(choices, trail.at(-1));
}

/** Follows a link. */
function step(choices, { browser, habits }, time, from, next) {
  const referer = refererFrom(from, next);
  const near = from.host === site.BLOG && next.host === site.BLOG;
  if (habits.ahead && near && choices.happens(0.25)) {
    // The blog lets browsers fetch a page when the pointer comes near its link.
    browser.open(time - choices.between(200, 1_500), next, { referer, purpose: 'prefetch' });
    return browser.draw(time, next);
  }
  if (choices.happens(0.006)) {
    browser.open(time, next, { referer, status: 500 });
    return browser.open(time + choices.between(3, 9) * SECOND, next, { referer });
  }
  browser.open(time, next, { referer });
  // Somebody loads the page again.
  if (choices.happens(0.03)) {
    browser.open(time + choices.between(4, 20) * SECOND, next, { referer });
  }
}

/** Looks for something, puts it into the cart, and perhaps signs in. */
function shop(choices, { browser }, start, { referer }) {
  let time = start;
  let page = choices.pick(site.SEARCHES);
  browser.open(time, page, { referer });
  const go = (next, rest) => {
    time += stay(choices, page);
    browser.open(time, next, { referer: refererFrom(page, next), ...rest });
    page = next;
  };
  const products = choices.some(site.PRODUCT_PAGES, choices.whole(1, 3));
  for (const product of products) go(product);
  time += stay(choices, page);
  browser.send(time, page, { host: site.SHOP, path: '/api/cart', bytes: 214 });
  go(site.CART);
  if (choices.happens(0.6)) return;
  go(site.LOGIN);
  time += choices.between(6, 25) * SECOND;
  if (choices.happens(0.15)) {
    browser.send(time, page, site.LOGIN, { status: 401, mode: 'navigate' });
    time += choices.between(6, 25) * SECOND;
  }
  browser.send(time, page, site.LOGIN, { status: 303, mode: 'navigate' });
  time += choices.between(80, 200);
  browser.open(time, site.ACCOUNT, { referer: refererFrom(site.LOGIN, site.ACCOUNT) });
}

const RETURNS = [
  [80, 0],
  [10, 1],
  [5, 2],
  [3, 3],
  [2, 5],
];
const AGAIN = [
  [60, { page: startPage }],
  [20, { page: article }],
  [12, { page: anyPage, referer: 'https://www.google.com/' }],
  [8, { page: article, referer: 'https://feedly.com/' }],
];

/** Comes again, hours or days later, with what is left in the cache. */
function comeAgain(choices, person, since) {
  let time = since;
  for (let times = choices.weighted(RETURNS); times > 0; times--) {
    time = choices.happens(0.3)
      ? time + choices.between(0.5, 5) * HOUR
      : time + choices.whole(1, 5) * DAY + choices.between(-2, 2) * HOUR;
    if (choices.happens(0.08)) person.browser.forget();
    const { page, referer } = choices.weighted(AGAIN);
    const from = { page: page(choices), referer };
    time = visit(choices, person, time, from, { pages: choices.whole(1, 3) });
  }
}

/** People who come for the first time in these weeks, some of whom come again. */
function newcomers(choices, addresses) {
  return CALENDAR.flatMap(({ start, weekend }) =>
    Array.from({ length: choices.whole(...(weekend ? [15, 20] : [24, 31])) }, () => {
      const person = somebody(choices, addresses.any());
      const time = start + daytime(choices);
      const from = arrival(choices);
      if (choices.happens(0.07)) shop(choices, person, time, from);
      else comeAgain(choices, person, visit(choices, person, time, from));
      return person.browser.entries;
    }).flat(),
  );
}

const COLLEAGUES = 8;

/** An office: several people who share an address, and some of them the same browser. */
function office(choices, addresses) {
  const ip = addresses.v4();
  const common = aComputer(choices);
  const people = Array.from({ length: COLLEAGUES }, (_, index) =>
    somebody(choices, ip, index < 3 ? common : aComputer(choices)),
  );
  for (const { start, weekend } of CALENDAR) {
    for (const person of weekend ? [] : people) {
      if (choices.happens(0.3))
        visit(choices, person, start + officeTime(choices), arrival(choices));
    }
  }
  return people.flatMap(({ browser }) => browser.entries);
}

const MOVING_PHONES = 7;

/** Phones that leave a wireless network during a visit, and go on with another address. */
function movingPhones(choices, addresses) {
  return Array.from({ length: MOVING_PHONES }, () => {
    const { start } = choices.pick(CALENDAR);
    const person = somebody(choices, addresses.any(), aPhone(choices));
    const move = (count) => count === 2 && person.browser.moveTo(addresses.any());
    visit(choices, person, start + daytime(choices), arrival(choices), {
      ...{ pages: choices.whole(4, 6), between: move },
    });
    return person.browser.entries;
  }).flat();
}

/** Returns what people ask for, by kind of people. */
export const people = (choices, addresses) => ({
  'people at home and under way': newcomers(choices, addresses),
  'an office with one address': office(choices, addresses),
  'phones that change their address': movingPhones(choices, addresses),
});
