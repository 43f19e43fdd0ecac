// Programs with the user agents of browsers, which do not say that they are programs.

import { chrome, LINUX, MAC, WINDOWS } from './agents.mjs';
import { Browser } from './browser.mjs';
import { CALENDAR, DAY, daytime, HOUR, SECOND } from './clock.mjs';
import { addressOf, entryOf } from './entry.mjs';
import * as site from './site.mjs';

const H1 = 'HTTP/1.1';
const H2 = 'HTTP/2';

const FLEET = 60;
const FLEET_DAYS = [3, 4];

/** One forged agent from many addresses, each of which asks for a page or two. */
function fleet(choices, addresses) {
  return Array.from({ length: FLEET }, () => {
    const client = { ip: addresses.v4(), agent: chrome(WINDOWS, 149), protocol: H1 };
    let time = CALENDAR[choices.pick(FLEET_DAYS)].start + choices.between(0, DAY);
    const targets = choices.some([...site.PRODUCT_PAGES, ...site.ARTICLES], choices.whole(1, 2));
    return targets.map((target) => {
      time += choices.between(1, 40) * SECOND;
      // It pretends to come from a search.
      const referer = choices.happens(0.5) ? 'https://www.google.com/' : undefined;
      return entryOf(time, client, target, { referer });
    });
  }).flat();
}

const GUESSERS = [
  chrome(WINDOWS, 143),
  chrome(WINDOWS, 143),
  chrome(LINUX, 131),
  chrome(WINDOWS, 138),
  chrome(MAC, 138),
];
/** After so many guesses the website asks for a pause. */
const PATIENCE = 30;

/** A brute force: a handful of addresses guess passwords in one night. */
function guessers(choices, addresses) {
  return GUESSERS.flatMap((agent) => {
    const client = { ip: addresses.v4(), agent, protocol: H1 };
    let time = CALENDAR[9].start + choices.between(1.5, 2.5) * HOUR;
    const entries = [entryOf(time, client, site.LOGIN)];
    const referer = addressOf(site.LOGIN);
    for (let guess = choices.whole(35, 55); guess > 0; guess--) {
      time += choices.between(1.5, 6) * SECOND;
      const status = entries.length > PATIENCE ? 429 : 401;
      entries.push(entryOf(time, client, site.LOGIN, { method: 'POST', status, referer }));
    }
    return entries;
  });
}

/** A crawler without a name: it follows every link, and comes three times. */
function walker(choices, addresses) {
  const client = { ip: addresses.v4(), agent: chrome(WINDOWS, 118), protocol: H1 };
  return [2, 6, 11].flatMap((day) => {
    let time = CALENDAR[day].start + choices.between(0, 20) * HOUR;
    return [site.HOME, ...choices.some(site.EVERY_PAGE.slice(1), site.EVERY_PAGE.length)].map(
      (target) => {
        time += choices.between(3, 25) * SECOND;
        return entryOf(time, client, target);
      },
    );
  });
}

const HOLES = `
  /.env /.git/config /wp-login.php /xmlrpc.php /phpinfo.php /.aws/credentials /wp-config.php.bak
  /backup.zip /config.env /admin/ /administrator/ /server-status
  /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php /.DS_Store /api/.env /old/
  /phpmyadmin/index.php /debug/default/view /actuator/env /test.php /storage/logs/laravel.log`
  .trim()
  .split(/\s+/);
const SCANNERS = [
  { agent: chrome(WINDOWS, 120), day: 0 },
  { agent: chrome(MAC, 139), day: 5 },
  { agent: chrome(WINDOWS, 134), day: 9 },
  { agent: chrome(LINUX, 126), day: 12 },
];

/** A scanner looks at the start page, and then for holes. */
function scanners(choices, addresses) {
  return SCANNERS.flatMap(({ agent, day }) => {
    const client = { ip: addresses.v4(), agent, protocol: H1 };
    let time = CALENDAR[day].start + choices.between(0, DAY - HOUR);
    const entries = [entryOf(time, client, site.HOME)];
    for (const path of choices.some(HOLES, choices.whole(14, HOLES.length))) {
      time += choices.between(0.2, 3) * SECOND;
      entries.push(entryOf(time, client, { host: site.SHOP, path }, { status: 404 }));
    }
    return entries;
  });
}

const PREVIEWS = 26;

/** Somebody sends a link, and a program shows the page's title and picture beside it. */
function previews(choices, addresses) {
  return Array.from({ length: PREVIEWS }, () => {
    const agent = choices.pick([chrome(MAC, 145), chrome(WINDOWS, 147), chrome(LINUX, 151)]);
    const client = { ip: addresses.any(), agent, protocol: H2 };
    const time = choices.pick(CALENDAR).start + daytime(choices);
    const page = choices.pick([...site.ARTICLES, ...site.PRODUCT_PAGES]);
    const soon = time + choices.between(150, 900);
    return [entryOf(time, client, page), entryOf(soon, client, site.pictureOf(page))];
  }).flat();
}

/**
 * A browser without a window looks every other day whether the website works. It asks for all that
 * a person's browser asks for, so nothing in the log tells it from a person.
 */
function headlessBrowser(choices, addresses) {
  const client = { ip: addresses.v4(), agent: chrome(LINUX, 154), protocol: H2 };
  const browser = new Browser(choices, client, { forgets: true });
  for (const { start } of CALENDAR.filter(({ index }) => index % 2 === 0)) {
    const time = start + 5 * HOUR + choices.between(0, 20) * SECOND;
    const product = choices.pick(site.PRODUCT_PAGES);
    browser.open(time, site.HOME);
    const later = time + choices.between(3, 6) * SECOND;
    browser.open(later, product, { referer: addressOf(site.HOME) });
  }
  return browser.entries;
}

/** Returns what these programs ask for, by kind. */
export const automation = (choices, addresses) => ({
  'a fleet with one forged agent': fleet(choices, addresses),
  'a brute force on the login': guessers(choices, addresses),
  'a crawler without a name': walker(choices, addresses),
  'scanners with the agents of browsers': scanners(choices, addresses),
  'link previews without a name': previews(choices, addresses),
  'a browser without a window': headlessBrowser(choices, addresses),
});
