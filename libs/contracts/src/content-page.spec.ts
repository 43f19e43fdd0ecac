import { NO_CONTENT } from './content-page.js';

const isContent = (path: string) => !new RegExp(NO_CONTENT, 'i').test(path);

it.each([
  ...['/', '/pricing', '/blog/', '/blog/rss-readers', '/feeds', '/about/feedback', '/atom-heart'],
  ...['/docs/guide.pdf', '/data.json', '/index.html', '/wp-login.php', '/sitemaps-explained'],
  // Who reads it is a question that people ask.
  ...[
    '/llms.txt',
    '/llms-full.txt',
    '/blog/robots.txt.html',
    '/v1.2/css',
    '/a.cssx',
    '/index.json',
  ],
])('%s is content', (path) => {
  expect(isContent(path)).toBe(true);
});

it.each([
  ...['/app.css', '/img/Logo.PNG', '/fonts/a.woff2', '/favicon.ico', '/site.webmanifest'],
  ...['/robots.txt', '/blog/robots.txt', '/ads.txt', '/app-ads.txt', '/security.txt'],
  ...['/.well-known/security.txt', '/.well-known/', '/cdn-cgi/rum'],
  ...[
    '/sitemap.xml',
    '/sitemap_index.xml',
    '/post-sitemap2.xml.gz',
    '/sitemaps/wp-sitemap-posts-1.xml',
  ],
  ...[
    '/feed',
    '/feed/',
    '/comments/feed/',
    '/RSS',
    '/atom.xml',
    '/feed.json',
    '/index.xml',
    '/a/b.rss',
  ],
])('%s is none', (path) => {
  expect(isContent(path)).toBe(false);
});
