import { addressInList, addressNumbers } from '@app/contracts';
import { BUNDLED_LISTS, compileLists, verdict } from '@app/verification';
import {
  type ChosenFormat,
  createReader,
  LOG_FORMAT_NAMES,
  type LogFormatName,
} from './formats.js';

/** An address of Googlebot, which anybody may write into a header, and the one of who did it. */
const LISTED = '66.249.66.1';
const OWN = '198.51.100.7';
const FORGED = `${LISTED}, ${OWN}`;
const AGENT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const TIME = '2026-11-20T11:59:00Z';
const CLF_TIME = '[20/Nov/2026:11:59:00 +0000]';
const REQUEST = `${CLF_TIME} "GET / HTTP/1.1" 200 5 "-" "${AGENT}"`;
const NOW = Date.UTC(2026, 10, 20, 12);

type Line = (forwarded: string) => string | string[];
/** A header that a proxy adds as a line of its own, as HAProxy does, instead of to the one that came. */
const inLines = (forwarded: string): string[] => forwarded.split(', ');
const json = (record: object) => JSON.stringify(record);

/** Lines of each format that has a place for forwarded addresses, behind a proxy that is private. */
const LINES: Partial<Record<LogFormatName, Record<string, Line>>> = {
  combined: {
    'the last field of nginx': (forwarded) => `10.0.0.3 - - ${REQUEST} "${forwarded}"`,
    'in the place of the client': (forwarded) => `${forwarded} - - ${REQUEST}`,
    'behind a virtual host': (forwarded) => `shop.example ${forwarded} - - ${REQUEST}`,
    'in quotes': (forwarded) => `"${forwarded}" - - ${REQUEST}`,
    'in quotes in front of the proxy': (forwarded) => `"${forwarded}" 10.0.0.3 - - ${REQUEST}`,
    'in front of the proxy': (forwarded) => `${forwarded} 10.0.0.3 - - ${REQUEST}`,
    'in brackets': (forwarded) => `10.0.0.3 - [${forwarded}] - - ${REQUEST}`,
    'in a container': (forwarded) => `${TIME} stdout F 10.0.0.3 - - ${REQUEST} "${forwarded}"`,
  },
  common: {
    'in the place of the client': (forwarded) => `${forwarded} - - ${REQUEST}`,
  },
  caddy: {
    'the header': (forwarded) => caddy(LISTED, '10.0.0.3', forwarded),
    'the header, and no trusted proxy': (forwarded) => caddy('10.0.0.3', '10.0.0.3', forwarded),
    'the header in several lines': (forwarded) =>
      caddy('10.0.0.3', '10.0.0.3', ...inLines(forwarded)),
    'the header, and no client': (forwarded) => caddy(undefined, '10.0.0.3', forwarded),
  },
  traefik: {
    'the whole header': (forwarded) => traefik({ ClientHost: forwarded }),
    'the first one': (forwarded) =>
      traefik({ ClientHost: LISTED, 'request_X-Forwarded-For': forwarded }),
    'the proxy': (forwarded) =>
      traefik({ ClientHost: '10.0.0.3', 'request_X-Forwarded-For': forwarded }),
  },
  'pino-http': {
    'the header': (forwarded) => pino(forwarded),
    'the header in several lines': (forwarded) => pino(inLines(forwarded)),
  },
  'cloudfront-json': {
    'the field': (forwarded) =>
      json({
        ...{ date: '2026-11-20', time: '11:59:00', 'c-ip': '10.0.0.3', 'cs-uri-stem': '/' },
        ...{ 'sc-status': '200', 'cs(User-Agent)': AGENT.replaceAll(' ', '%20') },
        'x-forwarded-for': forwarded.replaceAll(' ', '%20'),
      }),
  },
  akamai: {
    'the field': (forwarded) =>
      json({
        ...{ reqTimeSec: '1795175940', reqMethod: 'GET', reqPath: 'a', statusCode: '200' },
        ...{ cliIP: '10.0.0.3', UA: AGENT.replaceAll(' ', '%20'), xForwardedFor: forwarded },
      }),
  },
  'azure-front-door': {
    'the first one': () =>
      json({
        ...{ time: TIME, category: 'FrontDoorAccessLog' },
        properties: {
          ...{ clientIp: LISTED, socketIp: OWN, httpMethod: 'GET', userAgent: AGENT },
          ...{ requestUri: 'https://shop.example/', httpStatusCode: '200' },
        },
      }),
  },
  gateway: {
    'the proxy': (forwarded) => gateway('10.0.0.3', forwarded),
    'the first one': (forwarded) => gateway(LISTED, forwarded),
    'the header in several lines': (forwarded) => gateway('10.0.0.3', inLines(forwarded)),
  },
  'otlp-record': {
    'the client': () => otlp({ 'client.address': LISTED, 'network.peer.address': OWN }),
    'the header': (forwarded) =>
      otlp({
        ...{ 'client.address': LISTED, 'network.peer.address': '10.0.0.3' },
        'http.request.header.x-forwarded-for': forwarded,
      }),
  },
  'json-fields': {
    'the proxy': (forwarded) =>
      fields({ remote_addr: '10.0.0.3', http_x_forwarded_for: forwarded }),
    'the first one': (forwarded) =>
      fields({ client_ip: LISTED, remote_addr: '10.0.0.3', x_forwarded_for: forwarded }),
    'the header in several lines': (forwarded) =>
      fields({ remote_addr: '10.0.0.3', http_x_forwarded_for: inLines(forwarded) }),
    'the first one, and no proxy': (forwarded) =>
      fields({ client_ip: LISTED, x_forwarded_for: forwarded }),
    'the first one beside the one who made the connection': () =>
      fields({ client_ip: LISTED, remote_addr: OWN }),
    'the whole list': (forwarded) => fields({ ip: forwarded }),
    Istio: (forwarded) =>
      fields({ x_forwarded_for: forwarded, downstream_remote_address: '10.0.0.3:5' }),
  },
  fastly: {
    'the whole list': (forwarded) => fields({ ip: forwarded, fastly_is_edge: true }),
  },
  docker: {
    'the last field of nginx': (forwarded) =>
      json({ log: `10.0.0.3 - - ${REQUEST} "${forwarded}"\n`, stream: 'stdout', time: TIME }),
  },
  firehose: {
    'the last field of nginx': (forwarded) => `10.0.0.3 - - ${REQUEST} "${forwarded}"`,
  },
  json: {
    'the whole list': (forwarded) =>
      json({
        ...{ timestamp: TIME, method: 'GET', host: 'shop.example', path: '/', status_code: 200 },
        ...{ ip: forwarded, user_agent: AGENT },
      }),
  },
  w3c: {
    'the column': (forwarded) => [
      '#Fields: date time c-ip cs-uri-stem sc-status cs(User-Agent) x-forwarded-for',
      ['2026-11-20 11:59:00 10.0.0.3 / 200', AGENT, forwarded]
        .map((text, at) => (at === 0 ? text : text.replaceAll(' ', '+')))
        .join(' '),
    ],
  },
  cloudfront: {
    'the column': (forwarded) => columns('x-edge-location c-ip', forwarded, 'FRA56 10.0.0.3'),
  },
  'cloudfront-realtime': {
    'the column': (forwarded) => [
      '#Fields: timestamp c-ip cs-uri-stem sc-status cs-user-agent x-forwarded-for',
      ['1795175940', '10.0.0.3', '/', '200', encoded(AGENT), encoded(forwarded)].join('\t'),
    ],
  },
  haproxy: {
    'the captured header': (forwarded) =>
      `10.0.0.3:1 [20/Nov/2026:11:59:00.123] f b/s 0/0/0/0/0 200 1 - - ---- 1/1/1/1/0 0/0 {shop.example|${AGENT}||${forwarded}} "GET / HTTP/1.1"`,
  },
  envoy: {
    'the header': (forwarded) =>
      `[${TIME}] "GET / HTTP/1.1" 200 - 0 5 1 1 "${forwarded}" "${AGENT}" "id" "shop.example" "10.0.0.9:80"`,
  },
  logfmt: {
    'the header': (forwarded) =>
      `${TIME} heroku[router]: at=info method=GET path="/" host=shop.example fwd="${forwarded}" dyno=web.1 status=200 user_agent="${AGENT}"`,
  },
};

/** Formats that have the address of the client only, or what their platform says it is. */
const WITHOUT_LIST: LogFormatName[] = [
  ...(['cloudflare', 'netlify', 'google-lb', 'vercel', 'bunny', 'alb'] as const),
  ...(['nginx-proxy-manager', 's3', 'squid'] as const),
];

function caddy(client: string | undefined, remote: string, ...forwarded: string[]): string {
  const headers = { 'User-Agent': [AGENT], 'X-Forwarded-For': forwarded };
  const request = { client_ip: client, remote_ip: remote, method: 'GET', uri: '/', headers };
  return json({ ts: NOW / 1000, request, status: 200 });
}

function pino(forwarded: string | string[]): string {
  const headers = { 'user-agent': AGENT, 'x-forwarded-for': forwarded };
  const req = { id: 1, method: 'GET', url: '/', remoteAddress: '::ffff:10.0.0.3', headers };
  return json({ level: 30, time: NOW, pid: 1, res: { statusCode: 200 }, req });
}

function traefik(fields: object): string {
  return json({
    ...{ ClientAddr: '10.0.0.3:5123', RequestMethod: 'GET', RequestPath: '/', StartUTC: TIME },
    ...{ DownstreamStatus: 200, 'request_User-Agent': AGENT },
    ...fields,
  });
}

function gateway(client: string, forwarded: string | string[]): string {
  const headers = { host: 'shop.example', 'user-agent': AGENT, 'x-forwarded-for': forwarded };
  const request = { method: 'GET', uri: '/', headers };
  return json({ request, response: { status: 200 }, client_ip: client, started_at: NOW });
}

function otlp(texts: Record<string, string>): string {
  const all: Record<string, string> = {
    ...{ 'http.request.method': 'GET', 'url.path': '/', 'user_agent.original': AGENT },
    ...{ 'http.response.status_code': '200', ...texts },
  };
  const attributes = Object.entries(all).map(([key, stringValue]) => ({
    key,
    value: { stringValue },
  }));
  return json({ timeUnixNano: `${NOW}000000`, attributes });
}

function fields(texts: object): string {
  const request = { timestamp: TIME, method: 'GET', path: '/', status_code: 200 };
  return json({ ...request, user_agent: AGENT, ...texts });
}

function columns(names: string, forwarded: string, values: string): string[] {
  const agent = encoded(AGENT);
  return [
    `#Fields: date time ${names} cs-uri-stem sc-status cs(User-Agent) x-forwarded-for`,
    ['2026-11-20 11:59:00', values, '/ 200', agent, forwarded.replaceAll(' ', '%20')]
      .join(' ')
      .replaceAll(' ', '\t'),
  ];
}

function encoded(text: string): string {
  return text.replaceAll(' ', '%20');
}

const LISTS = compileLists(
  BUNDLED_LISTS.map((list) => ({ ...list, fetchedAt: new Date(NOW).toISOString() })),
);
const GOOGLEBOT = { slug: 'googlebot', provider: 'Google' };

/** Returns the judgement on the visit of the last line, as the service makes it. */
function judged(format: ChosenFormat, lines: string | string[]) {
  const reader = createReader(format, { now: NOW, host: 'shop.example' });
  const results = [lines].flat().flatMap((line) => reader.readLine(line));
  const last = results.at(-1);
  if (last?.kind !== 'entry') throw new Error(`No entry: ${JSON.stringify(last)}`);
  expect(last.entry.user_agent).toBe(AGENT);
  const { address, isClaimed } = addressInList(last.entry.ip ?? '');
  const claim = { bot: GOOGLEBOT, address: addressNumbers(address), isClaimed, time: NOW };
  return { address, ...verdict(claim, LISTS) };
}

const CASES = Object.entries(LINES).flatMap(([format, lines]) =>
  Object.entries(lines).map(([where, line]) => [format as LogFormatName, where, line] as const),
);

describe.each(CASES)('%s, %s', (format, _, line) => {
  it('counts a forged address of Googlebot, and never takes it for a proof', () => {
    for (const forwarded of [FORGED, `${FORGED}, 10.0.0.2`, `${LISTED}, unknown`]) {
      if (line(forwarded) === line('') && forwarded !== FORGED) continue;
      expect(judged(format, line(forwarded))).toEqual({
        address: LISTED,
        verification: 'unverifiable',
        reason: 'claimed_address',
      });
    }
  });

  it('verifies Googlebot behind proxies that are private', () => {
    if (line(FORGED) === line('')) return;
    for (const forwarded of [`${LISTED}, 10.0.0.2`, `10.0.0.9, ${LISTED}`]) {
      expect(judged(format, line(forwarded))).toMatchObject({ verification: 'verified' });
    }
  });
});

it.each([
  ['$remote_addr [$time_local] "$request" $status "$http_user_agent" "$http_x_forwarded_for"', ''],
  ['$http_x_forwarded_for - [$time_local] "$request" $status "$http_user_agent"', 'first'],
])(
  'counts a forged address by the format string %s, and never takes it for a proof',
  (text, at) => {
    const line = (forwarded: string) =>
      at === 'first'
        ? `${forwarded} - ${CLF_TIME} "GET / HTTP/1.1" 200 "${AGENT}"`
        : `10.0.0.3 ${CLF_TIME} "GET / HTTP/1.1" 200 "${AGENT}" "${forwarded}"`;
    const format: ChosenFormat = { syntax: 'nginx', text };
    expect(judged(format, line(FORGED))).toMatchObject({ reason: 'claimed_address' });
    expect(judged(format, line(`${LISTED}, 10.0.0.2`))).toMatchObject({ verification: 'verified' });
  },
);

it('has lines of every format that has a place for forwarded addresses', () => {
  expect([...Object.keys(LINES), ...WITHOUT_LIST].sort()).toEqual([...LOG_FORMAT_NAMES].sort());
});
