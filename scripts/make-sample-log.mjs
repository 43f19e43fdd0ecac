// node scripts/make-sample-log.mjs
//
// Writes apps/launcher/demo/sample-log.ndjson, the log that `npm run demo` shows: about 3,000
// entries of two weeks. Nobody made these visits. People and programs have documentation addresses.
// Most bots have addresses that their operators publish, because a log without them would show
// nothing but spoofed visits; some visits claim a bot's name from documentation addresses. Every run
// writes the same bytes.

import fs from 'node:fs';
import path from 'node:path';

const FILE = path.resolve(import.meta.dirname, '../apps/launcher/demo/sample-log.ndjson');
const FIRST_DAY = Date.UTC(2026, 9, 5);
const DAYS = 14;
const DAY_MS = 86_400_000;

/** Returns numbers from 0 to 1, always the same ones (mulberry32). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const random = generator(20261005);
const below = (limit) => Math.floor(random() * limit);
const pick = (list) => list[below(list.length)];

/** Chooses one of `[weight, value]`. */
function weighted(choices) {
  let left = random() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of choices) {
    left -= weight;
    if (left < 0) return value;
  }
  return choices.at(-1)[1];
}

const SLUGS = [
  'choosing-a-kettle',
  'how-to-read-access-logs',
  'water-hardness-explained',
  'a-year-of-open-data',
  'why-we-left-the-cloud',
  'robots-txt-in-practice',
  'measuring-what-people-read',
  'notes-from-the-workshop',
];
const PRODUCTS = ['kettle-12', 'kettle-20', 'teapot-classic', 'filter-set', 'travel-mug', 'scale'];

const ARTICLES = SLUGS.map((slug) => ['blog.example.com', `/2026/${slug}`]);
const PAGES = [
  [20, () => ['example.com', '/']],
  [8, () => ['example.com', '/pricing']],
  [7, () => ['example.com', '/docs/getting-started']],
  [5, () => ['example.com', '/docs/api']],
  [3, () => ['example.com', '/docs/faq']],
  [3, () => ['example.com', '/about']],
  [14, () => ['example.com', `/products/${pick(PRODUCTS)}`]],
  [4, () => ['example.com', `/search?q=${pick(['kettle', 'tea', 'filter', 'gift'])}`]],
  [6, () => ['blog.example.com', '/']],
  [22, () => pick(ARTICLES)],
];
const page = () => weighted(PAGES)();

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const chrome = (system, version) =>
  `Mozilla/5.0 (${system}) ${WEBKIT} Chrome/${version}.0.0.0 Safari/537.36`;
const WINDOWS = 'Windows NT 10.0; Win64; x64';
const MAC = 'Macintosh; Intel Mac OS X 10_15_7';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15';

const BROWSERS = [
  [22, chrome(WINDOWS, 141)],
  [8, chrome(WINDOWS, 140)],
  [9, chrome(MAC, 141)],
  [3, chrome('X11; Linux x86_64', 141)],
  [17, `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`],
  [19, `${IPHONE} (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`],
  [7, `Mozilla/5.0 (${MAC}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`],
  [5, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  [2, 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  [7, `${chrome(WINDOWS, 141)} Edg/141.0.0.0`],
];

const REFERERS = [
  [58, undefined],
  [24, 'https://www.google.com/'],
  [5, 'https://www.bing.com/'],
  [6, 'https://chatgpt.com/'],
  [2, 'https://www.perplexity.ai/'],
  [1, 'https://claude.ai/'],
  [3, 'https://news.ycombinator.com/'],
];

const openAi = (name) => `Mozilla/5.0 ${WEBKIT}; compatible; ${name}`;
const crawler = (name) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${name})`;
const pageHit = () => ({
  target: page(),
  status: weighted([
    [94, 200],
    [3, 304],
    [3, 404],
  ]),
});
const articleHit = () => ({ target: pick(ARTICLES), status: 200 });
const robotsOr = (hit) => () =>
  random() < 0.06 ? { target: ['example.com', '/robots.txt'], status: 200 } : hit();

const PROBES = ['/wp-login.php', '/.env', '/xmlrpc.php', '/.git/config', '/admin/', '/phpinfo.php'];
const probeHit = () => ({ target: ['example.com', pick(PROBES)], status: 404 });
const feedHit = () => ({ target: ['blog.example.com', '/feed.xml'], status: 200 });
const healthHit = () => ({ target: ['example.com', '/'], status: 200, method: 'HEAD' });

/** Addresses in a /24, from the first to the last of these hosts. */
const within = (network, first, last) => () => `${network}.${first + below(last - first + 1)}`;

const GPTBOT = openAi('GPTBot/1.2; +https://openai.com/gptbot');
const BINGBOT = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/**
 * User agent, visits per day, what it asks for, from how many addresses it comes, and from which; by
 * default from documentation addresses.
 */
const BOTS = [
  [GPTBOT, 15, robotsOr(pageHit), 12, within('20.171.206', 1, 254)],
  // Under the names of three bots, nobody knows from where.
  [GPTBOT, 1, pageHit, 3],
  [BINGBOT, 4, probeHit, 2],
  [GOOGLEBOT, 2, pageHit, 3],
  [
    crawler('ClaudeBot/1.0; +claudebot@anthropic.com'),
    ...[12, robotsOr(pageHit), 8, within('216.73.216', 1, 254)],
  ],
  [
    openAi('ChatGPT-User/1.0; +https://openai.com/bot'),
    ...[9, articleHit, 20, within('20.169.78', 64, 127)],
  ],
  [
    openAi('OAI-SearchBot/1.0; +https://openai.com/searchbot'),
    ...[6, robotsOr(articleHit), 6, within('51.8.102', 1, 254)],
  ],
  [
    crawler('PerplexityBot/1.0; +https://perplexity.ai/perplexitybot'),
    ...[5, robotsOr(pageHit), 4, within('18.97.9', 96, 103)],
  ],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)', 3, robotsOr(pageHit), 2],
  [GOOGLEBOT, 16, robotsOr(pageHit), 10, within('66.249.64', 1, 254)],
  [BINGBOT, 9, robotsOr(pageHit), 8, within('40.77.188', 1, 254)],
  [
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    ...[6, robotsOr(pageHit), 5, within('202.8.40', 1, 254)],
  ],
  [
    'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
    ...[4, pageHit, 3, within('85.208.96', 1, 254)],
  ],
  [
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    ...[2, articleHit, 3, within('129.134.16', 1, 254)],
  ],
  ['Feedly/1.0 (+http://www.feedly.com/fetcher.html; 41 subscribers)', 4, feedHit, 1],
  ['Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 12, healthHit, 2],
  ['curl/8.9.1', 2, pageHit, 4],
  ['python-requests/2.32.3', 3, pageHit, 4],
  ['Go-http-client/2.0', 2, pageHit, 3],
  ['', 2, probeHit, 9],
];

/** Returns a visitor's address from the ranges reserved for documentation. */
function address() {
  const host = 1 + below(254);
  const hex = () => (1 + below(0xfffe)).toString(16);
  return weighted([
    [3, `192.0.2.${host}`],
    [3, `198.51.100.${host}`],
    [3, `203.0.113.${host}`],
    [2, `2001:db8:${hex()}:${hex()}::${host.toString(16)}`],
  ]);
}

/** Returns a time of day with its peak in the afternoon, because people sleep at night. */
function daytime() {
  for (;;) {
    const moment = random() * DAY_MS;
    const wave = 0.55 + 0.45 * Math.cos((2 * Math.PI * (moment - 15 * 3_600_000)) / DAY_MS);
    if (random() < wave) return moment;
  }
}

function entry(time, [host, place], rest) {
  return {
    timestamp: new Date(Math.floor(time)).toISOString(),
    method: rest.method ?? 'GET',
    host,
    path: place,
    status_code: rest.status,
    ip: rest.ip,
    user_agent: rest.agent,
    ...(rest.referer ? { referer: rest.referer } : {}),
  };
}

/** Returns one person's way through a few pages. */
function visit(day) {
  const ip = address();
  const agent = weighted(BROWSERS);
  let referer = weighted(REFERERS);
  let time = day + daytime();
  const entries = [];
  for (let pages = 1 + below(3); pages > 0; pages--) {
    const target = page();
    const status = weighted([
      [96, 200],
      [2, 304],
      [1.5, 404],
      [0.5, 500],
    ]);
    entries.push(entry(time, target, { status, ip, agent, referer }));
    referer = `https://${target[0]}${target[1]}`;
    time += 5_000 + random() * 120_000;
  }
  return entries;
}

function botDay(day, [agent, perDay, hit, addresses], pool) {
  const visits = Math.max(0, Math.round(perDay * (0.6 + random() * 0.8)));
  return Array.from({ length: visits }, () => {
    const { target, ...rest } = hit();
    return entry(day + random() * DAY_MS, target, { ...rest, ip: pool[below(addresses)], agent });
  });
}

/**
 * Returns a scanner's requests: it tries everything it knows within a minute, under a browser's
 * name.
 */
function scan(day) {
  const ip = address();
  const start = day + random() * DAY_MS;
  return PROBES.map((place, index) =>
    entry(start + index * 700, ['example.com', place], {
      status: 404,
      ip,
      agent: 'Mozilla/5.0 zgrab/0.x',
    }),
  );
}

const bots = BOTS.map((bot) => [bot, Array.from({ length: bot[3] }, bot[4] ?? address)]);
const entries = [];
for (let day = 0; day < DAYS; day++) {
  const start = FIRST_DAY + day * DAY_MS;
  const weekend = day % 7 >= 5;
  for (let people = (weekend ? 30 : 50) + below(12); people > 0; people--) {
    entries.push(...visit(start));
  }
  for (const [bot, pool] of bots) entries.push(...botDay(start, bot, pool));
  if (day % 3 === 1) entries.push(...scan(start));
}

const end = FIRST_DAY + DAYS * DAY_MS;
const lines = entries
  .filter(({ timestamp }) => Date.parse(timestamp) < end)
  .sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1))
  .map((one) => JSON.stringify(one));
fs.mkdirSync(path.dirname(FILE), { recursive: true });
fs.writeFileSync(FILE, `${lines.join('\n')}\n`);
process.stdout.write(`${lines.length} entries in ${path.relative(process.cwd(), FILE)}\n`);
