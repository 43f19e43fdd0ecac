import { pathFacts } from './path-facts.js';
import { isOwnReferer, ledBy, refererFacts } from './referer-facts.js';
import { fetchModeOf, FOR_A_PAGE, methodOf, protocolSign, requestSigns } from './request-signs.js';
import { hasAll, hasAny, type Sign, SIGNS, signs } from './signs.js';

interface Asked {
  method?: string;
  path?: string;
  status?: number;
  referer?: string;
  protocol?: string | null;
  mode?: string | null;
  isPrefetch?: boolean;
  isProbe?: boolean;
  isLikeProbe?: boolean;
}

const OWN = 'https://example.com/from';
const FOREIGN = 'https://search.example/';

function found(asked: Asked): number {
  const { method = 'GET', path = '/page', status = 200, protocol = null, mode = null } = asked;
  const referer = refererFacts(asked.referer ?? null);
  const isOwn = isOwnReferer(referer, 'www.example.com', 'example.com');
  return requestSigns({
    ...{ method: methodOf(method), ofPath: pathFacts(path), status },
    ledBy: ledBy(referer, isOwn, path),
    ...{ protocolSign: protocolSign(protocol), fetchMode: fetchModeOf(mode) },
    ...{ isPrefetch: asked.isPrefetch ?? false, isProbe: asked.isProbe ?? false },
    isLikeProbe: asked.isLikeProbe ?? false,
  });
}

/** Returns the names of signs, and `for a page` where a request counts as one for a page. */
function namesOf(bits: number): string[] {
  const ofRequest = bits & ~FOR_A_PAGE;
  const names = (Object.keys(SIGNS) as Sign[]).filter((name) => hasAny(ofRequest, SIGNS[name]));
  return [...names, ...(bits & FOR_A_PAGE ? [PAGE] : [])].sort();
}
const PAGE = 'for a page';
type Shown = (Sign | typeof PAGE)[];

const CASES: [string, Asked, Shown][] = [
  // Pages.
  ['a page', {}, ['page', PAGE]],
  ['a page that leads elsewhere, which has no files', { status: 301 }, [PAGE]],
  ['the last status with which a page is served', { status: 299 }, ['page', PAGE]],
  ['a page of the cache', { status: 304 }, ['page', 'notModified', PAGE]],
  ['the last status that is no error', { status: 399 }, [PAGE]],
  ['a page that is not there', { status: 404 }, [PAGE]],
  ['a page that fails', { status: 500 }, [PAGE]],
  ['a malformed request', { status: 400 }, ['malformed', PAGE]],
  ['a request that is refused, but not malformed', { status: 403 }, [PAGE]],
  ['what no site links', { path: '/.env', status: 404, isProbe: true }, ['probe', PAGE]],
  [
    'what no site links, and the server gives',
    { path: '/.env', isProbe: true },
    ['page', 'probe', 'servedProbe', PAGE],
  ],
  ['what no site links, elsewhere', { status: 301, isProbe: true }, ['probe', PAGE]],
  ['what no site links, with a failure', { status: 500, isProbe: true }, ['likeProbe', PAGE]],
  ['what scanners ask for', { isLikeProbe: true }, ['page', 'likeProbe', PAGE]],
  // Referers of pages.
  ['a link of the website', { referer: OWN }, ['page', 'referer', 'called', 'followedLink', PAGE]],
  [
    'a link of a host of the website',
    { referer: 'https://shop.example.com/' },
    ['page', 'referer', 'called', 'followedLink', PAGE],
  ],
  [
    'a link of another website',
    { referer: FOREIGN },
    ['page', 'referer', 'called', 'foreignReferer', PAGE],
  ],
  [
    'a link of a website whose name ends alike',
    { referer: 'https://badexample.com/' },
    ['page', 'referer', 'called', 'foreignReferer', PAGE],
  ],
  [
    'a page that names itself',
    { referer: 'https://example.com/page?x=1' },
    ['page', 'referer', 'called', 'selfReferer', PAGE],
  ],
  [
    'a page that names its path on another website',
    { referer: 'https://search.example/page' },
    ['page', 'referer', 'called', 'foreignReferer', PAGE],
  ],
  ['a link of an app', { referer: 'android-app://com.example/' }, ['page', PAGE]],
  // Files.
  ['a style sheet of a page', { path: '/a.css', referer: OWN }, ['ownFile', 'style', 'referer']],
  ['a script of a page', { path: '/a.js', referer: OWN }, ['ownFile', 'script', 'referer']],
  ['a picture of a page', { path: '/a.PNG', referer: OWN }, ['ownFile', 'picture', 'referer']],
  ['a font of a page', { path: '/a.woff2', referer: OWN }, ['ownFile', 'font', 'referer']],
  ['a film of a page', { path: '/a.mp4', referer: OWN }, ['ownFile', 'referer']],
  ['a file without a referer', { path: '/a.css' }, ['bareFile', 'style']],
  [
    'a file for a page of another host, which may be the website, too',
    { path: '/a.css', referer: FOREIGN },
    ['bareFile', 'style', 'referer'],
  ],
  ['a file of the cache', { path: '/a.css', status: 304 }, ['bareFile', 'style', 'notModified']],
  ['a file that is not there', { path: '/a.css', status: 404, referer: OWN }, ['referer']],
  ['a malformed request for a file', { path: '/a.css', status: 400 }, ['malformed']],
  [
    'a file that is fetched in advance',
    { path: '/a.js', isPrefetch: true },
    ['bareFile', 'script'],
  ],
  ['the head of a file', { method: 'HEAD', path: '/a.css' }, ['bareFile', 'style']],
  [
    'a file that no site links',
    { path: '/a.js', isProbe: true },
    ['bareFile', 'script', 'probe', 'servedProbe'],
  ],
  ['a file with a mode', { path: '/a.css', mode: 'no-cors' }, ['bareFile', 'style']],
  [
    'a script that names itself',
    { path: '/a.js', referer: 'https://example.com/a.js' },
    ['selfFile', 'referer'],
  ],
  [
    'a script that names itself and is not there',
    { path: '/a.js', status: 404, referer: 'https://example.com/a.js' },
    ['selfFile', 'referer'],
  ],
  [
    'a style sheet that names itself',
    { path: '/a.css', referer: 'https://example.com/a.css' },
    ['ownFile', 'style', 'referer'],
  ],
  // Documents.
  ['a document', { path: '/a.pdf' }, []],
  [
    'a document that a page led to',
    { path: '/a.pdf', referer: OWN },
    ['referer', 'called', 'followedLink'],
  ],
  [
    'a document that a search led to',
    { path: '/a.pdf', referer: FOREIGN, status: 404 },
    ['referer', 'called', 'foreignReferer'],
  ],
  ['the head of a document', { method: 'HEAD', path: '/a.pdf' }, ['oddMethod', PAGE]],
  // Icons.
  ['the icon', { path: '/favicon.ico' }, ['icon']],
  ['the icon that is not there', { path: '/favicon.ico', status: 404 }, ['icon']],
  ['the icon of a page', { path: '/favicon.ico', referer: OWN }, ['icon', 'referer']],
  [
    'the icon that names itself',
    { path: '/favicon.ico', status: 404, referer: 'https://example.com/favicon.ico' },
    ['icon', 'referer', 'selfFile'],
  ],
  [
    'the icon that names the one of another website',
    { path: '/favicon.ico', referer: 'https://search.example/favicon.ico' },
    ['icon', 'referer'],
  ],
  ['an icon below a folder', { path: '/blog/favicon.ico' }, ['bareFile']],
  // Data.
  [
    'data that a page calls for',
    { path: '/items.json', referer: OWN },
    ['page', 'referer', 'called', 'calledBack'],
  ],
  [
    'data of an interface that a page calls for',
    { path: '/api/items', referer: OWN },
    ['page', 'referer', 'called', 'calledBack'],
  ],
  [
    'data that another website calls for',
    { path: '/items.json', referer: FOREIGN },
    ['page', 'referer', 'called', 'foreignReferer', PAGE],
  ],
  ['data without a referer', { path: '/items.json' }, ['page', PAGE]],
  [
    'data that are not there',
    { path: '/items.json', referer: OWN, status: 404 },
    ['referer', 'called', 'calledBack'],
  ],
  // Forms and calls.
  ['a form of a page', { method: 'POST', referer: OWN }, ['referer', 'called', 'calledBack']],
  [
    'a form that a page sends to itself',
    { method: 'POST', referer: 'https://example.com/page' },
    ['referer', 'called', 'selfReferer', PAGE],
  ],
  [
    'data that an interface calls for itself',
    { method: 'POST', path: '/api/items', referer: 'https://example.com/api/items' },
    ['referer', 'called', 'calledBack'],
  ],
  [
    'a form of another website',
    { method: 'POST', referer: FOREIGN },
    ['referer', 'called', 'foreignReferer', PAGE],
  ],
  ['a form that no page led to', { method: 'POST' }, ['bareWrite', PAGE]],
  ['a PUT that no page led to', { method: 'PUT' }, ['bareWrite', PAGE]],
  ['a PATCH that no page led to', { method: 'PATCH' }, ['bareWrite', PAGE]],
  ['a DELETE that no page led to', { method: 'DELETE' }, ['bareWrite', PAGE]],
  ['a PUT of a page', { method: 'PUT', referer: OWN }, ['referer', 'called', 'followedLink', PAGE]],
  [
    'a PUT of data of a page',
    { method: 'PUT', path: '/api/items', referer: OWN },
    ['referer', 'called', 'calledBack'],
  ],
  // What only programs do.
  ['the head of a page', { method: 'HEAD' }, ['oddMethod', PAGE]],
  [
    'the head of a page that a page led to',
    { method: 'HEAD', referer: OWN },
    ['oddMethod', 'referer', 'followedLink', PAGE],
  ],
  ['a method that nobody knows', { method: 'PROPFIND' }, ['oddMethod', PAGE]],
  ['robots.txt', { path: '/robots.txt' }, ['page', 'robotsFile', PAGE]],
  ['robots.txt that is not there', { path: '/robots.txt', status: 404 }, ['robotsFile', PAGE]],
  [
    'what programs call of WordPress',
    { method: 'POST', path: '/blog/xmlrpc.php' },
    ['bareWrite', 'robotsFile', PAGE],
  ],
  ['robots.txt below a folder', { path: '/x/robots.txt' }, ['page', PAGE]],
  // Permission to call.
  [
    'permission that a page of another host asks for',
    { method: 'OPTIONS', referer: FOREIGN },
    ['preflight', 'referer'],
  ],
  [
    'permission that a page asks for',
    { method: 'OPTIONS', path: '/api/items', referer: OWN },
    ['preflight', 'referer'],
  ],
  ['permission that no page asks for', { method: 'OPTIONS' }, ['oddMethod']],
  [
    'permission for a file',
    { method: 'OPTIONS', path: '/a.woff', referer: OWN },
    ['ownFile', 'font', 'referer'],
  ],
  // In case somebody will look.
  ['a page that is fetched in advance', { isPrefetch: true, referer: OWN, mode: '' }, ['referer']],
  [
    'what is fetched in advance and probed',
    { isPrefetch: true, isProbe: true, status: 404 },
    ['probe'],
  ],
  // The header Sec-Fetch-Mode.
  ['a page with a mode', { mode: 'navigate' }, ['page', 'withMode', PAGE]],
  ['a page without a mode', { mode: '' }, ['page', 'withoutMode', PAGE]],
  ['a page that fails, without a mode', { mode: '', status: 500 }, [PAGE]],
  ['a form without a mode', { method: 'POST', mode: '' }, ['bareWrite', PAGE]],
  // The version of HTTP.
  ['a page by HTTP/1.0', { protocol: 'HTTP/1.0' }, ['page', 'http10', PAGE]],
  ['a page by HTTP/1.1', { protocol: 'HTTP/1.1' }, ['page', 'http11', PAGE]],
  ['a page by HTTP/2', { protocol: 'HTTP/2' }, ['page', 'http2', PAGE]],
  ['a page by HTTP/3', { protocol: 'HTTP/3' }, ['page', 'http2', PAGE]],
  ['a page by another version', { protocol: 'HTTP/0.9' }, ['page', PAGE]],
  ['a file by HTTP/2', { path: '/a.css', protocol: 'HTTP/2' }, ['bareFile', 'style', 'http2']],
  ['the icon by HTTP/1.1', { path: '/favicon.ico', protocol: 'HTTP/1.1' }, ['icon', 'http11']],
];

/** They are signs of agents and addresses, and not of requests. */
const OF_VISITORS: Sign[] = ['impossibleAgent', 'textBrowser', 'hoster'];

describe('the signs of a request', () => {
  it.each(CASES)('for %s', (_, asked, shown) => {
    expect(namesOf(found(asked))).toEqual([...shown].sort());
  });

  it('are each in one of these cases, as somebody might have forgotten a new one', () => {
    const shown = new Set(CASES.flatMap(([, , names]) => names));
    const missing = (Object.keys(SIGNS) as Sign[]).filter((name) => !shown.has(name));
    expect(missing).toEqual(OF_VISITORS);
  });
});

describe('signs', () => {
  it('have a bit of their own each, and that for a page is of none that a request shows', () => {
    const bits = Object.values(SIGNS);
    expect(bits.every((bit) => Math.log2(bit >>> 0) % 1 === 0)).toBe(true);
    expect(new Set(bits).size).toBe(bits.length);
    const ofPage = (Object.keys(SIGNS) as Sign[]).filter((name) => hasAny(FOR_A_PAGE, SIGNS[name]));
    expect(OF_VISITORS).toEqual(expect.arrayContaining(ofPage));
  });

  it('are had when some of them, or all of them, are set', () => {
    const own = signs('page', 'icon');
    expect([hasAny(own, signs('icon', 'font')), hasAny(own, signs('font'))]).toEqual([true, false]);
    expect([hasAll(own, signs('icon', 'page')), hasAll(own, signs('icon', 'font'))]).toEqual([
      ...[true, false],
    ]);
  });
});
