import { get, type Row } from '../row.js';
import { send } from './account.js';

const TARGET = '/api/v1/websites/{{id}}/robots';

const BODIES: Row[] = [
  {},
  { text: null },
  { text: null, from: 'all' },
  { text: ['User-agent: *'] },
  { text: 'a\u0000b' },
  { text: 'a'.repeat(512_001) },
  { text: '\u20ac'.repeat(200_000) },
  { text: '', from: 'yesterday' },
  { text: '', from: '2026-02-30' },
  { text: '', from: '1999-12-31' },
  { text: '', from: '+10000-01-01' },
  { text: '', from: '2026-11-20\u0000' },
  { from: '2026-11-20' },
  { fetch: 'true' },
  { fetch: 1 },
  { fetch: true, url: 'http://169.254.169.254/' },
  { text: '', website_id: 1 },
].map((body): Row => ({
  name: `PUT robots ${JSON.stringify(body).slice(0, 60)}`,
  request: send('PUT', TARGET, JSON.stringify(body)),
  code: 'VALIDATION_ERROR',
}));

const TEXTS: Row[] = ['', '0', '2026-02-30', '%00', '2026-11-20&text_from=2026-11-21'].map(
  (day): Row => ({
    name: `show a text of robots.txt of ${day}`,
    request: get(`${TARGET}/texts?text_from=${day}`),
    code: 'VALIDATION_ERROR',
  }),
);

const GENERATED: Row[] = [
  '',
  'disallow=',
  'disallow=,',
  'disallow=everybody',
  'disallow=seo,',
  'disallow=seo%00',
  'disallow=seo&disallow=webhook',
  `disallow=${'seo,'.repeat(2_000)}x`,
  'disallow=seo%0AUser-agent:%20*',
].map((query): Row => ({
  name: `generate ?${query.slice(0, 40)}`,
  request: get(`${TARGET}/generate?${query}`),
  code: 'VALIDATION_ERROR',
}));

/** Texts that are no robots.txt, which is nothing that a robots.txt can be wrong about. */
const STRANGE: Row[] = [
  '\ufeffuser-agent:*\rdisallow:/',
  '<!doctype html><title>robots</title>',
  'Disallow: '.concat('*'.repeat(100_000)),
  `User-agent: *\n${'Disallow: /*$*$*\n'.repeat(10_000)}`,
  'User-agent: \ud800\nDisallow: \udfff',
  `User-agent: *\n${'Disallow: /*aaaaaab*\n'.repeat(20_000)}`,
  `${'User-agent: a\nUser-agent: b\nDisallow: /\n'.repeat(10_000)}`,
  `User-agent: *\nDisallow: /${'*a'.repeat(200_000)}`,
  '\u202euser-agent: *',
].map((text): Row => ({
  name: `PUT a strange robots.txt ${JSON.stringify(text).slice(0, 40)}`,
  request: send('PUT', TARGET, JSON.stringify({ text, from: '2026-01-01' })),
}));

export const ROBOTS: Row[] = [...BODIES, ...TEXTS, ...GENERATED, ...STRANGE];
