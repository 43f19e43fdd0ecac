// The websites of the laboratory. Each has a host, an access log and readers of its own.

/** How the server of a website answers, beyond sending the files of its folder. */
export interface Website {
  name: string;
  /** What is told of it in the table. */
  about: string;
  /** A header of all of its answers that says what its pages tell as referer. */
  referrerPolicy?: string;
  /** Whether a caching proxy is in front of it, and the log is that of the server behind. */
  isBehindCache?: boolean;
  /** What its pages have beside links, texts and pictures. */
  pages?: 'worker' | 'app' | 'ahead';
}

export const WEBSITES = {
  plain: { name: 'plain', about: 'pages and files over HTTP/2' },
  silent: {
    name: 'silent',
    about: 'its pages tell no referer',
    referrerPolicy: 'no-referrer',
  },
  cached: {
    name: 'cached',
    about: 'log of a server behind a caching proxy',
    isBehindCache: true,
  },
  cachedSilent: {
    name: 'cached-silent',
    about: 'the same, and its pages tell no referer',
    isBehindCache: true,
    referrerPolicy: 'no-referrer',
  },
  worker: { name: 'worker', about: 'a service worker keeps its pages', pages: 'worker' },
  app: { name: 'app', about: 'one page, the history API and calls for data', pages: 'app' },
  ahead: { name: 'ahead', about: 'pages are fetched in advance', pages: 'ahead' },
  letter: { name: 'letter', about: 'its pictures are shown in mail' },
} as const satisfies Record<string, Website>;
export type WebsiteName = keyof typeof WEBSITES;

export const WEBSITE_NAMES = Object.keys(WEBSITES) as WebsiteName[];
export const websiteOf = (name: WebsiteName): Website => WEBSITES[name];

/** Names that nobody can register: the laboratory reaches nothing else. */
export const hostOf = (name: WebsiteName): string => `${WEBSITES[name].name}.example`;
export const originOf = (name: WebsiteName): string => `https://${hostOf(name)}`;

/** Another website, which has links to those above: `https://search.example/?to=ADDRESS`. */
export const SEARCH = 'search.example';
/** A mailbox, which shows a picture: `https://mail.example/?picture=ADDRESS&policy=POLICY`. */
export const MAIL = 'mail.example';
