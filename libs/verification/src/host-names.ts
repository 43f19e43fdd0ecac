import {
  COMMON_CRAWLERS,
  SPECIAL_CRAWLERS,
  USER_TRIGGERED_AGENTS,
  USER_TRIGGERED_FETCHERS,
} from './google-bots.js';

/** The names that the hosts of some bots have in DNS. */
export interface HostNames {
  id: string;
  /** The bots (slugs of the registry) that come from such hosts. */
  bots: readonly string[];
  /**
   * `*.search.msn.com` is any name below this domain, `crawl-*.googlebot.com` one whose first label
   * begins so.
   */
  names: readonly string[];
  /**
   * Names of the operator's other hosts, which are not the bot's: strangers may send through them, or
   * another of its bots comes from there. They neither verify nor make a visit spoofed.
   */
  others?: readonly string[];
  /**
   * Whether the operator says that each of its hosts has such a name. Then a host with another name
   * is somebody else's. Otherwise names only verify.
   */
  isComplete: boolean;
  /** Where the operator says so. */
  documented: string;
}

const GOOGLE =
  'https://developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests';
/** Google names the hosts of each of its three kinds of clients. */
const OF_CRAWLERS = ['crawl-*.googlebot.com', 'geo-crawl-*.geo.googlebot.com'];
const OF_SPECIAL_CRAWLERS = ['rate-limited-proxy-*.google.com'];
/** Whoever lets Google translate a page sends the user agent of the own browser through these. */
const OF_FETCHERS = ['google-proxy-*.google.com'];

/**
 * What operators publish about the names of their hosts (facts of November 2026). It is used only
 * for bots that no list decides.
 */
export const HOST_NAMES: readonly HostNames[] = [
  {
    // Google's crawlers never come from *.gae.googleusercontent.com, where anybody's App Engine is.
    id: 'google-crawlers',
    bots: COMMON_CRAWLERS,
    names: OF_CRAWLERS,
    others: [...OF_SPECIAL_CRAWLERS, ...OF_FETCHERS],
    isComplete: true,
    documented: GOOGLE,
  },
  {
    id: 'google-special-crawlers',
    bots: SPECIAL_CRAWLERS,
    names: OF_SPECIAL_CRAWLERS,
    others: [...OF_CRAWLERS, ...OF_FETCHERS],
    isComplete: true,
    documented: GOOGLE,
  },
  {
    // Some of these do come from gae.googleusercontent.com, a name that proves nothing.
    id: 'google-fetchers',
    bots: [...USER_TRIGGERED_FETCHERS, ...USER_TRIGGERED_AGENTS],
    names: OF_FETCHERS,
    others: [...OF_CRAWLERS, ...OF_SPECIAL_CRAWLERS],
    isComplete: false,
    documented: GOOGLE,
  },
  {
    id: 'bing',
    bots: ['bingbot'],
    names: ['*.search.msn.com'],
    isComplete: true,
    documented: 'https://www.bing.com/webmasters/help/how-to-verify-bingbot-3905dc26',
  },
  {
    // Other programs of Bing; the page names Bingbot only.
    id: 'bing-others',
    bots: ['adidxbot', 'bingpreview', 'msnbot'],
    names: ['*.search.msn.com'],
    isComplete: false,
    documented: 'https://www.bing.com/webmasters/help/how-to-verify-bingbot-3905dc26',
  },
  {
    // "If the host name has a different ending, the robot does not belong to Yandex."
    id: 'yandex',
    bots: ['yandexbot', 'yandexfavicons', 'yandeximages'],
    names: ['*.yandex.ru', '*.yandex.net', '*.yandex.com'],
    isComplete: true,
    documented: 'https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html',
  },
  {
    // The page calls hosts with other names fake.
    id: 'baidu',
    bots: ['baiduspider'],
    names: ['*.baidu.com', '*.baidu.jp'],
    isComplete: true,
    documented: 'https://www.baidu.com/search/robots_english.html',
  },
  {
    id: 'apple',
    bots: ['applebot'],
    names: ['*.applebot.apple.com'],
    isComplete: false,
    documented: 'https://support.apple.com/en-us/119829',
  },
  {
    id: 'amazon',
    bots: ['amazonbot'],
    names: ['*.crawl.amazonbot.amazon'],
    isComplete: false,
    documented: 'https://developer.amazon.com/amazonbot',
  },
  {
    id: 'amazon-ads',
    bots: ['amazonadbot'],
    names: ['*.amazonadbot.com'],
    isComplete: false,
    documented: 'https://adbot.amazon.com/',
  },
  {
    id: 'commoncrawl',
    bots: ['ccbot'],
    names: ['*.crawl.commoncrawl.org'],
    isComplete: false,
    documented: 'https://commoncrawl.org/ccbot',
  },
  {
    id: 'petal',
    bots: ['petalbot'],
    names: ['*.petalsearch.com'],
    isComplete: false,
    documented: 'https://webmaster.petalsearch.com/site/petalbot',
  },
  {
    id: 'pinterest',
    bots: ['pinterestbot'],
    names: ['*.pinterest.com', '*.pinterestcrawler.com'],
    isComplete: false,
    documented: 'https://help.pinterest.com/en/business/article/pinterest-crawler',
  },
  {
    // "All used SeznamBot IP addresses should have" such a name.
    id: 'seznam',
    bots: ['seznambot'],
    names: ['fulltextrobot-*.seznam.cz'],
    isComplete: false,
    documented: 'https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/',
  },
  {
    id: 'stripe',
    bots: ['stripebot'],
    names: ['*.crawl.stripe.com'],
    isComplete: false,
    documented: 'https://stripe.com/bot',
  },
  {
    id: 'you',
    bots: ['youbot'],
    names: ['youbot-*.search.you.com'],
    isComplete: false,
    documented: 'https://about.you.com/youbot/',
  },
];

const BY_BOT: ReadonlyMap<string, HostNames> = new Map(
  HOST_NAMES.flatMap((names) => names.bots.map((slug) => [slug, names])),
);

/** Returns the names of the hosts from which a bot comes, if its operator publishes them. */
export function hostNamesOf(slug: string): HostNames | undefined {
  return BY_BOT.get(slug);
}

/**
 * Whether a host has one of these names. `evilgooglebot.com` is not below `googlebot.com`, and
 * `googlebot.com.evil.example` does not end with it.
 */
export function nameFits(host: string, { names }: Pick<HostNames, 'names'>): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return names.some((pattern) => {
    const [starts = '', domain = ''] = pattern.split('*');
    const before = name.slice(0, name.length - domain.length);
    // With a beginning, the star is the rest of one label.
    const isBelow = before !== '' && name.endsWith(domain);
    return isBelow && before.startsWith(starts) && (starts === '' || !before.includes('.'));
  });
}
