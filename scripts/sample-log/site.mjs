// The website: its pages, the links between them, and the files that they consist of.

import { SECOND } from './clock.mjs';

export const SHOP = 'example.com';
export const BLOG = 'blog.example.com';

const NEW_ARTICLES = [
  'choosing-a-kettle',
  'how-to-read-access-logs',
  'water-hardness-explained',
  'a-year-of-open-data',
  'why-we-left-the-cloud',
  'robots-txt-in-practice',
  'measuring-what-people-read',
  'notes-from-the-workshop',
];
const OLD_ARTICLES = [
  'a-teapot-for-every-day',
  'how-we-test-filters',
  'limescale-and-what-to-do',
  'our-first-hundred-orders',
  'repairing-a-travel-mug',
  'small-servers-are-enough',
  'tea-at-high-altitude',
  'the-quiet-kettle',
  'what-a-scale-is-for',
  'writing-documentation-for-people',
];
const PRODUCTS = ['kettle-12', 'kettle-20', 'teapot-classic', 'filter-set', 'travel-mug', 'scale'];
const WORDS = ['kettle', 'tea', 'filter', 'gift'];
const TAGS = ['tea', 'kettles', 'water', 'logs', 'open-data', 'workshop'];

/** Returns a size that a file always has, because it follows from its name. */
export function sizeOf(name, least, most) {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193) >>> 0;
  return least + (hash % (most - least + 1));
}

const page = (kind, host, path, name = path) => ({
  ...{ kind, host, path, name },
  bytes: sizeOf(host + path, 6_000, 24_000),
});

export const HOME = page('home', SHOP, '/');
export const PRICING = page('plain', SHOP, '/pricing', 'pricing');
export const ABOUT = page('plain', SHOP, '/about', 'about');
export const GETTING_STARTED = page('docs', SHOP, '/docs/getting-started', 'getting-started');
export const API_DOCS = page('docs', SHOP, '/docs/api', 'api');
export const FAQ = page('docs', SHOP, '/docs/faq', 'faq');
export const CART = page('cart', SHOP, '/cart');
export const LOGIN = page('login', SHOP, '/login');
export const ACCOUNT = page('account', SHOP, '/account');
export const BLOG_HOME = page('index', BLOG, '/', 'index');
export const PRODUCT_PAGES = PRODUCTS.map((name) =>
  page('product', SHOP, `/products/${name}`, name),
);
export const SEARCHES = WORDS.map((word) => page('search', SHOP, `/search?q=${word}`, word));
export const ARTICLES = NEW_ARTICLES.map((slug) => page('article', BLOG, `/2026/${slug}`, slug));
export const ARCHIVE = OLD_ARTICLES.map((slug) => page('article', BLOG, `/2025/${slug}`, slug));
export const TAG_PAGES = TAGS.map((tag) => page('index', BLOG, `/tag/${tag}`, tag));
/** Pages that were taken away, but that others still link to. */
export const MISSING = [
  page('missing', SHOP, '/products/teapot-mini'),
  page('missing', SHOP, '/docs/v1'),
  page('missing', BLOG, '/2024/hello-world'),
];

/** All pages that somebody finds who follows every link. */
export const EVERY_PAGE = [
  ...[HOME, PRICING, ABOUT, GETTING_STARTED, API_DOCS, FAQ, LOGIN],
  ...[...PRODUCT_PAGES, ...SEARCHES, BLOG_HOME, ...ARTICLES, ...ARCHIVE, ...TAG_PAGES],
];

export const ROBOTS_TXT = { host: SHOP, path: '/robots.txt', bytes: 312 };
export const SITEMAP = { host: SHOP, path: '/sitemap.xml', bytes: 4_180 };
export const FEED = { host: BLOG, path: '/feed.xml', bytes: 38_412 };

/** Returns pages with their weights, of which each of a list has the same part of the weight. */
const shared = (weight, pages) => pages.map((one) => [weight / pages.length, one]);

/** What is read most, by programs as well as by people. */
export const PAGES = [
  [20, HOME],
  [8, PRICING],
  [7, GETTING_STARTED],
  [5, API_DOCS],
  [3, FAQ],
  [3, ABOUT],
  ...shared(14, PRODUCT_PAGES),
  ...shared(4, SEARCHES),
  [6, BLOG_HOME],
  ...shared(20, ARTICLES),
  ...shared(4, ARCHIVE),
];

const SHOP_MENU = [
  [3, HOME],
  [3, PRICING],
  [2, GETTING_STARTED],
  [1, ABOUT],
  ...shared(6, PRODUCT_PAGES),
  ...shared(2, SEARCHES),
];
const LINKS = {
  home: [...SHOP_MENU, [2, BLOG_HOME], ...shared(10, PRODUCT_PAGES)],
  plain: [...SHOP_MENU, [2, FAQ]],
  docs: [
    [4, GETTING_STARTED],
    [5, API_DOCS],
    [4, FAQ],
    [2, PRICING],
    [1, HOME],
  ],
  product: [...shared(8, PRODUCT_PAGES), ...SHOP_MENU],
  search: [...shared(10, PRODUCT_PAGES), ...shared(2, SEARCHES)],
  cart: [...shared(5, PRODUCT_PAGES), [1, HOME]],
  account: [[2, HOME], ...shared(4, PRODUCT_PAGES)],
  index: [...shared(12, ARTICLES), ...shared(3, ARCHIVE), ...shared(1, TAG_PAGES), [1, HOME]],
  article: [
    ...[...shared(8, ARTICLES), ...shared(3, ARCHIVE), ...shared(1, TAG_PAGES)],
    ...[
      [4, BLOG_HOME],
      [2, HOME],
    ],
  ],
  missing: SHOP_MENU,
};

/** Returns the page that somebody reads next. */
export function follow(choices, from) {
  const links = LINKS[from.kind].filter(([, target]) => target !== from);
  return choices.weighted(links);
}

/**
 * A file of a page. `after` is when a browser asks for it, in milliseconds after the page; `mode`
 * is what it sends as `Sec-Fetch-Mode`; files that never change are `fixed`, and are not asked for
 * again.
 */
const file = (type, host, path, rest) => ({ type, host, path, ...TYPES[type](path), ...rest });
const TYPES = {
  style: (path) => ({ ...fixed(path, 6_000, 30_000), after: [60, 260], mode: 'no-cors' }),
  script: (path) => ({ ...fixed(path, 9_000, 140_000), after: [80, 380], mode: 'no-cors' }),
  // Style sheets name fonts, so they come later, and with the style sheet as referer.
  font: (path) => ({ ...fixed(path, 28_000, 60_000), after: [280, 700], mode: 'cors' }),
  picture: (path) => ({
    bytes: path.includes('-small.') ? sizeOf(path, 3_000, 14_000) : sizeOf(path, 18_000, 160_000),
    ...{ after: [150, 1_400], mode: 'no-cors' },
  }),
  icon: (path) => ({ bytes: sizeOf(path, 1_150, 4_200), after: [400, 1_900], mode: 'no-cors' }),
  call: (path) => ({ bytes: sizeOf(path, 90, 900), after: [500, 1_900], mode: 'cors' }),
};
const fixed = (path, least, most) => ({ bytes: sizeOf(path, least, most), fixed: true });

const FRAMES = {
  [SHOP]: [
    file('style', SHOP, '/assets/site.4f3a1c.css'),
    file('script', SHOP, '/assets/site.9d2e07.js'),
    file('font', SHOP, '/assets/inter.woff2'),
    file('picture', SHOP, '/images/logo.svg', { bytes: 2_310 }),
    file('icon', SHOP, '/favicon.ico'),
  ],
  [BLOG]: [
    file('style', BLOG, '/assets/blog.c81f20.css'),
    file('script', BLOG, '/assets/blog.55e0d9.js'),
    file('font', BLOG, '/assets/source-serif.woff2'),
    file('picture', BLOG, '/images/logo.svg', { bytes: 2_310 }),
    file('icon', BLOG, '/favicon.ico'),
  ],
};

const pictures = (host, names) => names.map((name) => file('picture', host, `/images/${name}`));
/** A picture further down the page, which is asked for when the reader comes near it. */
const below = (host, name) =>
  file('picture', host, `/images/${name}`, { after: [4 * SECOND, 25 * SECOND] });
const shopScript = file('script', SHOP, '/assets/shop.77aa10.js');
const docsStyle = file('style', SHOP, '/assets/docs.e6b4d2.css');
const thumbs = (names) =>
  pictures(
    SHOP,
    names.map((name) => `products/${name}-small.webp`),
  );
/** The browser tells the blog that somebody reads. Blockers of advertisements forbid it. */
const view = file('call', BLOG, '/api/views', { method: 'POST', status: 204, blocked: true });

/** Products that are shown beside one. */
const beside = (name) => {
  const at = PRODUCTS.indexOf(name);
  return [1, 2].map((step) => PRODUCTS[(at + step) % PRODUCTS.length]);
};

const OWN_FILES = {
  home: () => [
    shopScript,
    ...pictures(SHOP, ['home.webp']),
    ...thumbs(PRODUCTS.slice(0, 3)),
    below(SHOP, 'workshop.webp'),
  ],
  plain: ({ name }) => pictures(SHOP, [`page-${name}.webp`]),
  docs: ({ name }) => [docsStyle, ...pictures(SHOP, [`docs/${name}.png`])],
  product: ({ name }) => [
    shopScript,
    ...pictures(SHOP, [`products/${name}-1.webp`, `products/${name}-2.webp`]),
    ...thumbs(beside(name)),
    file('call', SHOP, `/api/stock/${name}`),
  ],
  search: () => [shopScript, ...thumbs(PRODUCTS.slice(0, 3))],
  cart: () => [shopScript, ...thumbs(['kettle-12']), file('call', SHOP, '/api/cart')],
  login: () => [],
  account: () => [shopScript, file('call', SHOP, '/api/orders')],
  index: () => [
    ...pictures(
      BLOG,
      NEW_ARTICLES.slice(0, 3).map((slug) => `${slug}-small.webp`),
    ),
    view,
  ],
  article: ({ name }) => [
    ...pictures(BLOG, [`${name}-1.webp`]),
    ...Array.from({ length: sizeOf(name, 1, 3) }, (_, index) =>
      below(BLOG, `${name}-${index + 2}.webp`),
    ),
    view,
  ],
  missing: () => [],
};

/** Returns all files that a browser without a cache asks for with a page. */
export const filesOf = (one) => [...FRAMES[one.host], ...OWN_FILES[one.kind](one)];

/** Returns the picture that is shown with a link to a page. */
export const pictureOf = (one) =>
  [...OWN_FILES[one.kind](one), ...FRAMES[one.host]].find(({ type }) => type === 'picture');
