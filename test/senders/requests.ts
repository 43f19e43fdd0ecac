import { CHROME, GPTBOT } from '@app/testing';
import { seededRandom } from '../support/random.js';

/**
 * A request of a visitor. Texts of headers are bytes: each character stands for one. Undefined: the
 * header is not sent.
 */
export interface SentRequest {
  number: number;
  /** The address that it comes from. */
  source: string;
  method: string;
  target: string;
  version: '1.0' | '1.1';
  host: string | undefined;
  userAgent: string | undefined;
  referer: string | undefined;
  forwarded: Forwarded;
  fetchMode: string | undefined;
  purpose: string | undefined;
  signatureAgent: string | undefined;
  /** What the server behind the program answers. */
  status: number;
  /** Whether the visitor closes the connection before there is an answer. */
  goesAway: boolean;
}

/** The lines of the header `X-Forwarded-For`, and whose address comes of them. */
interface Forwarded {
  lines: string[];
  /** The address of an entry; without it, it is the one that the request comes from. */
  ip?: string | ((source: string) => string);
  /** The address of the visit, where it is written in another way. */
  stored?: string | ((source: string) => string);
}

const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const long = (start: string): string =>
  `${start} ${'long "text", '.repeat(200)}`.slice(0, 1_499) + '.';

export const USER_AGENTS: readonly (string | undefined)[] = [
  CHROME,
  GPTBOT,
  'curl/8.5.0',
  'commas, and, more, (KHTML, like Gecko)',
  'double "quotes" within',
  '"double quotes around"',
  `single 'quotes'`,
  'semicolons; and; more',
  'tab\tand\ttab',
  'backslash \\ \\\\ \\n \\x41 \\u0041 \\" and \\',
  'percent % %20 %22 %zz %{Host}i %h %[src]',
  'marks |{}#$ ${HOME} $remote_addr ${MESSAGE}',
  utf8('Grüße, 日本語 🦊'),
  // Bytes that are not UTF-8 come out as U+FFFD each.
  'caf\xe9 \xff\xfe end',
  'X","ip":"203.0.113.99","y":"',
  `,;"'\\|{}#$%`,
  long('Long/1.0'),
  '',
  undefined,
];

const REFERERS: readonly (string | undefined)[] = [
  undefined,
  undefined,
  'https://www.google.com/',
  'https://chatgpt.com/?q=a,b;c&d="e"#f',
  `https://shop.example/it's|{x}$,;%22%C3%BC%`,
  utf8('https://例え.jp/パス?q=ü'),
  'https://shop.example/caf\xe9\xff',
  'https://shop.example/back\\slash\\n\\x41\tand a tab',
  '"https://shop.example/in-quotes"',
  long('https://shop.example/long'),
  '',
];

const FORWARDED: readonly Forwarded[] = [
  { lines: [] },
  { lines: [] },
  { lines: [] },
  { lines: [] },
  { lines: ['203.0.113.7'], ip: '203.0.113.7' },
  { lines: ['10.1.2.3, 203.0.113.8'], ip: '203.0.113.8' },
  { lines: ['203.0.113.9, 10.0.0.5,192.168.1.1'], ip: '203.0.113.9' },
  // The visitor may have written the first one: the last public one shows it.
  {
    lines: ['203.0.113.10, 198.51.100.9'],
    ip: '203.0.113.10, 198.51.100.9',
    stored: '203.0.113.10',
  },
  {
    lines: ['203.0.113.11', '198.51.100.9'],
    ip: '203.0.113.11, 198.51.100.9',
    stored: '203.0.113.11',
  },
  { lines: ['2001:db8::17'], ip: '2001:db8::17' },
  { lines: ['[2001:db8::18]:4711'], ip: '[2001:db8::18]:4711', stored: '2001:db8::18' },
  { lines: ['203.0.113.12:51000'], ip: '203.0.113.12:51000', stored: '203.0.113.12' },
  { lines: ['::ffff:203.0.113.13'], ip: '::ffff:203.0.113.13', stored: '203.0.113.13' },
  { lines: ['unknown, 203.0.113.14'], ip: '203.0.113.14' },
  { lines: ['"\\\xff, 203.0.113.15'], ip: '203.0.113.15' },
  { lines: ['192.168.7.7'], ip: '192.168.7.7' },
  { lines: ['no address'], ip: (source) => `${source}, no address`, stored: (source) => source },
  { lines: [''] },
];

const HOSTS = [
  ...['shop.example', 'shop.example', 'shop.example:8080', 'SHOP.example', 'www.shop.example'],
  ...['blog.shop.example:443', 'other.example', '127.0.0.1'],
];

/** What stands behind number and status in the path. */
const RESTS = [
  ...[
    '',
    'pricing',
    'pricing?plan=a&b=%22c%22',
    'a%20b/c%C3%BC.html',
    `it's;v=1/x,y`,
    'picture.png',
  ],
  ...['style.css?v=2', 'a+b/~c/(d)!*@:=$', '?q=a;b&c=%', '%2e%2e/x%01y', '-', 'end%5C%22'],
];

const FETCH_MODES: readonly (string | undefined)[] = [
  ...[undefined, undefined, 'navigate', 'navigate', 'cors', 'no-cors', 'same-origin', 'websocket'],
  ...['', 'navi"gate\\'],
];
const PURPOSES = [undefined, undefined, undefined, 'prefetch', 'prefetch;prerender'];
const SIGNATURE_AGENTS = [
  ...[undefined, undefined, undefined, '"https://chatgpt.com"'],
  'sig1="https://chatgpt.com";x="\\"',
];
const METHODS = ['GET', 'GET', 'GET', 'GET', 'POST', 'HEAD', 'OPTIONS'];
const STATUSES = [200, 200, 200, 200, 200, 301, 304, 404, 499, 500, 503];
/** One of so many visitors goes away. */
const GOES_AWAY = 100;

/** Returns requests that differ in everything, the same ones in each run. */
export function makeRequests(count: number): SentRequest[] {
  const random = seededRandom(20261120);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, (_, number): SentRequest => {
    const goesAway = number % GOES_AWAY === GOES_AWAY - 1;
    const status = goesAway ? 200 : oneOf(STATUSES);
    const version = number % 7 === 0 ? '1.0' : '1.1';
    const answer = goesAway ? 'slow' : status;
    return {
      number,
      source: number % 5 === 0 ? '::1' : `127.0.0.${1 + (number % 200)}`,
      method: goesAway || status === 304 ? 'GET' : oneOf(METHODS),
      target: `/s/${number}/${answer}/${oneOf(RESTS)}`,
      version,
      host: version === '1.0' && number % 3 === 0 ? undefined : oneOf(HOSTS),
      userAgent: USER_AGENTS[number % USER_AGENTS.length],
      referer: oneOf(REFERERS),
      forwarded: oneOf(FORWARDED),
      fetchMode: oneOf(FETCH_MODES),
      purpose: oneOf(PURPOSES),
      signatureAgent: oneOf(SIGNATURE_AGENTS),
      status,
      goesAway,
    };
  });
}

/** Returns the bytes of a request. */
export function bytesOf(request: SentRequest): Buffer {
  const { method, target, version, status } = request;
  const headers: [name: string, value: string | undefined][] = [
    ['Host', request.host],
    ['User-Agent', request.userAgent],
    ['Referer', request.referer],
    ...request.forwarded.lines.map((line): [string, string] => ['X-Forwarded-For', line]),
    ['Sec-Fetch-Mode', request.fetchMode],
    ['Sec-Purpose', request.purpose],
    ['Signature-Agent', request.signatureAgent],
    ['If-None-Match', status === 304 ? '"same"' : undefined],
    ['Connection', 'close'],
  ];
  const body = method === 'POST' ? 'a=b' : '';
  if (body !== '') headers.push(['Content-Length', `${body.length}`]);
  const lines = headers.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  const text = [`${method} ${target} HTTP/${version}`, ...lines, '', body].join('\r\n');
  return Buffer.from(text, 'latin1');
}
