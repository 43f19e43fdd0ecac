import { PATH_GROUPS, type PathFacts, pathFacts } from './path-facts.js';
import { type Sign, SIGNS } from './signs.js';

const CASES: [path: string, kind: PathFacts['kind'], sign?: Sign][] = [
  ['/', 'page'],
  ['/about', 'page'],
  ['/index.html', 'page'],
  ['/index.php', 'page'],
  ['/v1.2/', 'page'],
  ['/archive.js/', 'page'],
  ['/a.css/b', 'page'],
  ['/report.pdf', 'document'],
  ['/files/app.APK', 'document'],
  ['/report.pdf/', 'page'],
  ['/css', 'page'],
  ['/a.notcss', 'page'],
  ['/a.', 'page'],
  ['/a.css', 'file', 'style'],
  ['/a.min.CSS', 'file', 'style'],
  ['/a.js', 'file', 'script'],
  ['/a.mjs', 'file', 'script'],
  ...['png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif'].map(
    (extension) => [`/a.${extension}`, 'file', 'picture'] as [string, 'file', Sign],
  ),
  ...['woff', 'woff2', 'ttf', 'otf'].map(
    (extension) => [`/a.${extension}`, 'file', 'font'] as [string, 'file', Sign],
  ),
  ['/a.mp4', 'file'],
  ['/a.js.map', 'file'],
  ['/app.webmanifest', 'file'],
  ['/api/v1/logo.png', 'file', 'picture'],
  ['/favicon.ico', 'icon'],
  ['/FavIcon-32x32.png', 'icon'],
  ['/apple-touch-icon-precomposed.png', 'icon'],
  ['/browserconfig.xml', 'icon'],
  ['/mstile-150x150.png', 'icon'],
  ['/android-chrome-192x192.png', 'icon'],
  ['/site.webmanifest', 'icon'],
  ['/manifest.json', 'icon'],
  ['/favicon/a', 'page'],
  ['/blog/favicon.ico', 'file'],
  ['/blog/manifest.json', 'data'],
  ['/items.json', 'data'],
  ['/items.JSON', 'data'],
  ['/api/', 'data'],
  ['/api/items', 'data'],
  ['/api', 'page'],
  ['/apis/items', 'page'],
  ['/v1/api/items', 'page'],
  ['/robots.txt', 'robots'],
  ['/sitemap.xml', 'robots'],
  ['/ads.txt', 'robots'],
  ['/llms.txt', 'robots'],
  ['/blog/robots.txt', 'page'],
  ['/xmlrpc.php', 'robots'],
  ['/blog/xmlrpc.php', 'robots'],
  ['/xmlrpc.php/', 'page'],
  ['/myxmlrpc.php', 'page'],
  ['/security.txt', 'page'],
];

describe('pathFacts', () => {
  it.each(CASES)('knows %s as a %s', (...[path, kind, sign]) => {
    expect(pathFacts(path)).toMatchObject({ kind, fileSign: sign ? SIGNS[sign] : 0 });
  });

  it('looks at no extension that is longer than any it knows', () => {
    expect(pathFacts(`/a.${'x'.repeat(100_000)}`).kind).toBe('page');
  });

  it('puts paths into all of its groups, and the same path always into the same', () => {
    const paths = Array.from({ length: 2_000 }, (_, at) => `/article/${at}`);
    const groups = paths.map((path) => pathFacts(path).group);
    expect(new Set(groups)).toEqual(new Set(Array.from({ length: PATH_GROUPS }, (_, at) => at)));
    expect(paths.map((path) => pathFacts(path).group)).toEqual(groups);
  });
});
