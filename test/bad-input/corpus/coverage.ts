import { gzipSync } from 'node:zlib';
import { get, type Row } from '../row.js';
import { send } from './account.js';

const SITEMAP = '/api/v1/websites/{{id}}/sitemap';
const LOC = (text: string) => `<urlset><url><loc>${text}</loc></url></urlset>`;
const MIB = 1024 * 1024;

const BODIES: Row[] = [
  {},
  { text: null },
  { text: '' },
  { text: 7 },
  { text: ['/a'] },
  { text: ' \n' },
  { text: '\u0000' },
  { text: 'hello' },
  { text: '<html></html>' },
  { text: '<urlset>' },
  { text: LOC('/a&b') },
  { text: `<!DOCTYPE urlset [<!ENTITY a "b">]>${LOC('/&a;')}` },
  { text: '<a>'.repeat(100_000) },
  { text: `<urlset ${'a=""'.repeat(1_000)}>` },
  { text: '<sitemapindex><sitemap><loc>/a.xml</loc></sitemap></sitemapindex>' },
  { text: gzipSync(LOC('/a')).toString('latin1') },
  { addresses: [] },
  { addresses: '/a' },
  { addresses: [null] },
  { addresses: [['/a']] },
  { addresses: { 0: '/a' } },
  { addresses: Array.from({ length: 50_001 }, () => '/a') },
  { addresses: ['/a'], text: '/a' },
  { fetch: false },
  { fetch: 'true' },
  { fetch: true, text: '/a' },
  { fetch: true, url: '' },
  { fetch: true, url: 'sitemap.xml' },
  { fetch: true, url: 'file:///etc/passwd' },
  { fetch: true, url: 'gopher://shop.example/' },
  { fetch: true, url: 'https://user:secret@shop.example/' },
  { fetch: true, url: `https://shop.example/${'a'.repeat(3_000)}` },
  { fetch: true, url: { $ne: null } },
  { url: 'https://shop.example/sitemap.xml' },
  { addresses: ['/a'], url: 'https://shop.example/sitemap.xml' },
  { addresses: ['/a'], website_id: 'ws_1' },
].map((body): Row => ({
  name: `PUT a sitemap of ${JSON.stringify(body).slice(0, 60)}`,
  request: send('PUT', SITEMAP, JSON.stringify(body)),
  code: 'VALIDATION_ERROR',
}));

const TOO_LONG: Row = {
  name: 'PUT a sitemap over 10 MiB',
  request: send('PUT', SITEMAP, JSON.stringify({ text: 'a'.repeat(10 * MIB) })),
  code: 'PAYLOAD_TOO_LARGE',
};

const REPORTS: Row[] = [
  'of=',
  'of=pages',
  'of[]=sitemap',
  'of=sitemap&of=visited',
  'show=',
  'show=never-read',
  'show=%00',
  'limit=0',
  'limit=1001',
  'path=blog',
  'path=/%00',
  'bot=%00',
  'category=ai_',
  'cursor=',
  'cursor=%00',
  'cursor=WzFd',
  'sort=path',
  'timezone=Europe/Berlin',
  'format=xml',
  'start_date=2026-02-30',
].map((query): Row => ({
  name: `coverage with ${query}`,
  request: get(`/api/v1/websites/{{id}}/coverage?${query}`),
  code: 'VALIDATION_ERROR',
}));

export const COVERAGE_ROWS: Row[] = [...BODIES, TOO_LONG, ...REPORTS];
