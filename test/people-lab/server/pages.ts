// What the websites consist of: files in a folder for each.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { MAIL, SEARCH, type Website } from './websites.js';

export const NEWS = 8;
const NAMES = Array.from({ length: NEWS }, (_, at) => `/news/${at + 1}/`);
export const PAGES = ['/', '/about/', '/prices/', '/contact/', ...NAMES];

/** Writes the files of a website into a folder. */
export function writeWebsite(folder: string, website: Website): void {
  const files = website.pages === 'app' ? appFiles() : pagesOf(website);
  for (const [path, content] of [...files, ...SHARED]) write(folder, path, content);
}

/** Writes the other websites, from which people come. */
export function writeOthers(folder: string): void {
  write(
    join(folder, SEARCH),
    '/index.html',
    page('Search', '<a id="to">a result</a>', SEARCH_SCRIPT),
  );
  write(join(folder, MAIL), '/index.html', page('Mail', '<p>A letter</p>', MAIL_SCRIPT));
}

type Files = [path: string, content: string | Buffer][];

function write(folder: string, path: string, content: string | Buffer): void {
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const inline = (script: string) => `<script>${script}</script>`;

function page(title: string, body: string, script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body>${body}${inline(script)}</body></html>`;
}

const SEARCH_SCRIPT = `document.querySelector('#to').href = new URLSearchParams(location.search).get('to')`;
const MAIL_SCRIPT = `const asked = new URLSearchParams(location.search);
const picture = new Image();
if (asked.get('policy')) picture.referrerPolicy = asked.get('policy');
picture.src = asked.get('picture');
document.body.append(picture);`;

function pagesOf({ pages }: Website): Files {
  const files: Files = PAGES.map((path) => [path, pageOf(path, pages)]);
  if (pages === 'worker') files.push(['/sw.js', WORKER]);
  return files;
}

const links = PAGES.map((path) => `<li><a href="${path}">${path}</a></li>`).join('\n');

function pageOf(path: string, pages: Website['pages']): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${path}</title>
<link rel="icon" href="/favicon.ico"><link rel="stylesheet" href="/assets/site.css">
${pages === 'ahead' ? AHEAD : ''}<script src="/assets/site.js" defer></script></head>
<body><img src="/assets/logo.svg" width="60" height="60" alt="">
<ul>${links}</ul><p>${'All about harbours. '.repeat(40)}</p>
<img src="/assets/photo-${crc32(path) % PHOTOS}.png" width="80" height="80" alt="">
${pages === 'worker' ? inline(`navigator.serviceWorker.register('/sw.js')`) : ''}</body></html>`;
}

/** Chromium knows speculation rules, and Firefox knows links to what comes next. */
const AHEAD = `<link rel="prefetch" href="/news/1/"><link rel="prefetch" href="/news/2/">
<script type="speculationrules">${JSON.stringify({
  prefetch: [{ urls: ['/prices/', '/about/', '/news/3/'], eagerness: 'immediate' }],
  prerender: [{ urls: ['/contact/'], eagerness: 'immediate' }],
})}</script>
`;

/** Keeps all pages and files at once, and asks the network only for what it has not kept. */
const WORKER = `const KEPT = 'v1';
const FILES = ['/assets/site.css', '/assets/site.js', '/assets/logo.svg'];
const PAGES = ${JSON.stringify(PAGES)};
self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([...PAGES, ...FILES])));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});`;

/** One page, which calls for data in both usual ways, and says what was looked at. */
const APP = `async function show(path) {
  const name = path === '/' ? 'home' : path.slice(1);
  const [view, count] = await Promise.all([
    fetch('/api/views/' + name).then((answer) => answer.json()),
    fetch('/data/' + (name === 'home' ? 1 : 2) + '.json').then((answer) => answer.json()),
  ]);
  document.querySelector('main').textContent = view.text + ' ' + count.count;
  document.title = name;
}
addEventListener('popstate', () => show(location.pathname));
addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (!link) return;
  event.preventDefault();
  history.pushState({}, '', link.getAttribute('href'));
  show(location.pathname);
  navigator.sendBeacon('/api/seen', location.pathname);
});
show(location.pathname);`;

export const VIEWS = ['home', 'map', 'boats', 'tides', 'people'];

function appFiles(): Files {
  const paths = VIEWS.map((name) => (name === 'home' ? '/' : `/${name}`));
  const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour</title>
<link rel="icon" href="/favicon.ico"><link rel="stylesheet" href="/assets/site.css">
<script src="/assets/app.js" defer></script></head><body>
${paths.map((path) => `<a href="${path}">${path}</a>`).join('\n')}<main></main></body></html>`;
  return [
    ['/index.html', shell],
    ['/assets/app.js', APP],
    ...VIEWS.map((name): Files[number] => [`/api/views/${name}`, JSON.stringify({ text: name })]),
    ['/data/1.json', '{"count":1}'],
    ['/data/2.json', '{"count":2}'],
  ];
}

const PHOTOS = 4;
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>';
const CSS = `@font-face { font-family: Own; src: url('/assets/own.woff2'); }
body { font-family: Own, sans-serif; }`;
const SHARED: Files = [
  ['/assets/site.css', CSS],
  ['/assets/site.js', `document.documentElement.dataset.ready = 'yes';`],
  ['/assets/logo.svg', SVG],
  ['/assets/own.woff2', Buffer.from('wOF2')],
  ['/favicon.ico', picture(1)],
  ['/mail/banner.png', picture(2)],
  ...Array.from({ length: PHOTOS }, (_, at): Files[number] => [
    `/assets/photo-${at}.png`,
    picture(at + 3),
  ]),
];

/** Returns a PNG of one grey pixel: https://www.w3.org/TR/png-3/. */
function picture(grey: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
    ends[0].writeUInt32BE(data.length);
    ends[1].writeUInt32BE(crc32(body));
    return Buffer.concat([ends[0], body, ends[1]]);
  };
  const size = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.from([0, grey]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
