import { fillIn } from './fill-in.js';
import { KEY_PLACE, WEBSITE_PLACE } from './guide.js';
import { guidesAlsoFor, readGuides } from './guides.js';
import { partsOf } from './parts.js';
import { remarksOn } from './remarks.js';

const OWN = 'https://own.test';
const GUIDES = readGuides();

it('has a guide for every sender, each once, with a title of its own', () => {
  for (const field of ['sender', 'title'] as const)
    expect(new Set(GUIDES.map((guide) => guide[field])).size).toBe(GUIDES.length);
  expect(GUIDES.map(({ sender }) => sender)).toEqual(
    expect.arrayContaining([
      ...['apache', 'nginx', 'iis', 'haproxy', 'lighttpd', 'varnish', 'traefik', 'caddy', 'cron'],
      ...['ingress-nginx', 'kubernetes', 'nginx-proxy-manager', 'openlitespeed', 'plesk', 'cpanel'],
      ...['cloudfront-realtime', 'cloudfront-standard', 'alb', 'azure-front-door', 'pubsub'],
      ...['cloudflare-worker', 'wordpress', 'docker', 'systemd', 'pixel', 'syslog-ng', 'rsyslog'],
    ]),
  );
});

it.each(GUIDES)('$sender is called by its name in the page of it', ({ sender, page, names }) => {
  expect(page).toBe(`${sender}.md`);
  expect(names).not.toContain('');
});

it.each(GUIDES)('nothing of the guide for $sender is lost in its parts', (guide) => {
  const shown = partsOf(guide, OWN).map((part) =>
    part.kind === 'table' ? part.rows.flat().join(' ') : part.text,
  );
  expect(shown.join(' ')).not.toMatch(/logs\.example\.com|```/);
  const own = { url: OWN, key: KEY_PLACE, website: WEBSITE_PLACE, tracking: 't_…' };
  const [whole = ''] = fillIn(guide, own).split('WHAT IT MAKES VISIBLE');
  const words = (text: string) =>
    (text.toLowerCase().match(/[\w$]+/g) ?? []).filter((word) => !/^\d$/.test(word));
  expect(words(shown.join(' '))).toEqual(words(whole));
});

it('finds senders by the other names by which people look for them', () => {
  const senders = (name: string) => guidesAlsoFor(name, GUIDES).map(({ sender }) => sender);
  expect(senders('httpd')).toEqual(['apache']);
  expect(senders('CyberPanel')).toEqual(['openlitespeed']);
  expect(senders('nothing')).toEqual([]);
});

it.each([
  ['https://logs.test', []],
  ['https://logs.test:8443/botgauge', []],
  ['http://logs.test', ['What is sent to http://logs.test is not encrypted']],
  ['http://127.0.0.1:3000', ['Only this machine reaches the API at http://127.0.0.1:3000.']],
  ['http://[::1]:3000', ['Only this machine reaches the API at http://[::1]:3000.']],
  ['http://localhost', ['Only this machine reaches the API at http://localhost.']],
])('remarks on the address %s', (url, remarks) => {
  expect(remarksOn(url)).toEqual(remarks.map((text) => expect.stringContaining(text)));
});
