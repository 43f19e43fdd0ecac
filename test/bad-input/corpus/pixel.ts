import { IMAGE } from '../answer-forms.js';
import { type Bytes, get, raw, type Row } from '../row.js';

const PAGE = encodeURIComponent('https://example.com/');
const pixel = (query: string, headers: Record<string, string> = {}) =>
  get(`/api/pixel?${query}`, headers);

/** Requests of which none counts, because no website has these ids, if they are ids at all. */
const REQUESTS: [string, Bytes][] = [
  ['no parameters', get('/api/pixel')],
  ['an empty query', pixel('')],
  ['an id of no website', pixel(`tid=t_0Hx3Ws2rVbYk8mTq4ZpLd&url=${PAGE}`)],
  ['an id with a NUL', pixel(`tid=t_%00&url=${PAGE}`)],
  ['an id that is half a character', pixel(`tid=t_%ED%A0%80&url=${PAGE}`)],
  ['an id that is SQL', pixel(`tid=t_1'%20OR%20'1'%3D'1&url=${PAGE}`)],
  ['two ids', pixel(`tid=t_1&tid=t_2&url=${PAGE}`)],
  ['an id in brackets', pixel(`tid[]=t_1&url=${PAGE}`)],
  ['the name of a prototype', pixel(`__proto__=1&constructor=1&tid=__proto__&url=${PAGE}`)],
  ['a percent sign alone', pixel('tid=%&url=%&ref=%')],
  ['bytes that are no UTF-8', pixel('tid=t_1&url=%FF%C0%AF&ref=%ED')],
  ['an address without a host', pixel('tid=t_1&url=https%3A%2F%2F')],
  ['an address of another kind', pixel('tid=t_1&url=javascript:alert(1)')],
  ['an address with a password', pixel('tid=t_1&url=https://a:b@example.com/')],
  ['an address of 12,000 characters', pixel(`tid=t_1&url=${PAGE}${'a'.repeat(12_000)}`)],
  ['an id of 12,000 characters', pixel(`tid=t_${'a'.repeat(12_000)}&url=${PAGE}`)],
  ['ten thousand parameters', pixel('a&'.repeat(5_000))],
  ['a Referer that is no address', pixel('tid=t_1', { referer: 'http://[' })],
  ['a wrong key', pixel(`tid=t_1&url=${PAGE}`, { 'x-api-key': 'bot_1' })],
  ['a key in the address', pixel(`tid=t_1&url=${PAGE}&key=bot_1`)],
  ['parameters of reports', pixel(`tid=t_1&url=${PAGE}&format=csv&sort=name`)],
  ['an odd type of its content', pixel('tid=t_1', { 'content-type': 'x' })],
  ['a Range', pixel('tid=t_1', { range: 'bytes=5-' })],
  ['two Host headers', raw('GET /api/pixel HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n')],
  ['no Host header', raw('GET /api/pixel HTTP/1.1\r\n\r\n')],
  [
    'a transfer coding that nobody knows',
    pixel('tid=t_1', { 'transfer-encoding': 'gzip, chunked' }),
  ],
];

export const PIXEL: Row[] = REQUESTS.map(([name, request]) => ({
  name: `the pixel with ${name} is the image`,
  request,
  form: IMAGE,
}));
