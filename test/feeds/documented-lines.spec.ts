import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRecognisingReader } from '@app/log-formats';
import { load } from 'js-yaml';

const DOCS = join(import.meta.dirname, '../../docs/feeds');
const read = (file: string) => readFileSync(join(DOCS, file), 'utf8');

const NOW = Date.parse('2026-11-30T12:00:00Z');
const TIME = Date.parse('2026-11-30T05:26:36Z');

/** What a visitor may send, and what no server must make anything else of. */
const VISIT = {
  method: 'GET',
  host: 'shop.example',
  path: '/a,b;c?d="1"&ä<?php',
  ip: '203.0.113.9',
  user_agent: 'say "hi", {a};b\tc 漢 \\ + d|e',
  referer: 'https://ref.example/;,"x"',
};
const HEADERS = {
  signature_agent: '"https://chatgpt.com"',
  sec_fetch_mode: 'navi"gate,;\\&',
  sec_purpose: 'prefetch;"ip":"192.0.2.1"',
};
const FACTS = { timestamp: TIME, status_code: 404, ...VISIT };
const ALL = { ...FACTS, ...HEADERS };
const WITHOUT_HOST = { ...FACTS, host: '' };

/** What a visitor sends without the headers that only browsers have. */
const NO_HEADERS = { signature_agent: '', sec_fetch_mode: '', sec_purpose: '' };

type Visit = typeof VISIT & typeof HEADERS;
const VISITOR: Visit = { ...VISIT, ...HEADERS };

/** Reads lines of one log, and expects that the last one is a visit. */
function lastOf(...lines: string[]): unknown {
  const reader = createRecognisingReader({ now: NOW, host: '' });
  const results = lines.map((line) => reader.readLine(line));
  return (results.at(-1) ?? []).map((result) =>
    result.kind === 'entry' ? result.entry : result,
  )[0];
}

const escapedByJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const bytesOf = (text: string, write: (byte: string) => string): string =>
  Array.from(Buffer.from(text), (byte) => write(byte.toString(16).padStart(2, '0'))).join('');

/** https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format */
const escapedByNginx = (text: string): string =>
  text.replace(/["\\]|[^ -~]/gu, (one) => bytesOf(one, (byte) => `\\x${byte.toUpperCase()}`));

/** https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#format-notes */
const escapedByApache = (text: string): string =>
  text.replace(/["\\]|[^ -~]/gu, (one) => {
    if (one === '\t') return '\\t';
    return /[ -~]/.test(one) ? `\\${one}` : bytesOf(one, (byte) => `\\x${byte}`);
  });

/** https://github.com/litespeedtech/openlitespeed/blob/master/src/http/accesslog.cpp */
const escapedByLiteSpeed = (text: string): string =>
  text.replace(/["\\]|(?<=<)\?|[^ -~]/gu, (one) => {
    if (one === '\t') return '\\t';
    return /[ -~]/.test(one) ? `\\${one}` : bytesOf(one, (byte) => `\\\\x${byte.toUpperCase()}`);
  });

/** Returns what nginx writes with a format. A variable without a value is empty in JSON, otherwise `-`. */
function lineOfNginx(format: string, visit: Visit, escape: (text: string) => string): string {
  const absent = escape === escapedByJson ? '' : '-';
  const values: Record<string, string> = {
    time_iso8601: '2026-11-30T05:26:36+00:00',
    time_local: '30/Nov/2026:05:26:36 +0000',
    request_method: visit.method,
    request: `${visit.method} ${visit.path} HTTP/2.0`,
    host: visit.host,
    scheme: 'https',
    server: '10.0.0.5',
    request_uri: visit.path,
    status: '404',
    upstream_status: '404',
    body_bytes_sent: '5',
    remote_addr: visit.ip,
    http_user_agent: visit.user_agent,
    http_referer: visit.referer,
    http_signature_agent: visit.signature_agent,
    http_sec_fetch_mode: visit.sec_fetch_mode,
    http_sec_purpose: visit.sec_purpose,
    server_protocol: 'HTTP/2.0',
  };
  return format.replace(/\$(\w+)/g, (_, name: string) => escape(values[name] ?? '') || absent);
}

/** Returns what Apache or OpenLiteSpeed writes with a format. What is missing is `-`. */
function lineOfApache(format: string, visit: Visit, escape: (text: string) => string): string {
  const values: Record<string, string> = {
    '%Y-%m-%dT%H:%M:%S%z': '2026-11-30T05:26:36+0000',
    '%t': '[30/Nov/2026:05:26:36 +0000]',
    '%r': `${visit.method} ${visit.path} HTTP/2.0`,
    '%>s': '404',
    '%a': visit.ip,
    '%h': visit.ip,
    '%b': '5',
    '%O': '5',
    Host: visit.host,
    'User-Agent': visit.user_agent,
    Referer: visit.referer,
    'Signature-Agent': visit.signature_agent,
    'Sec-Fetch-Mode': visit.sec_fetch_mode,
    'Sec-Purpose': visit.sec_purpose,
  };
  return format.replace(/%(?:\{([^}]*)\}[it]|>?[a-zA-Z])/g, (directive, name?: string) =>
    escape(values[name ?? directive] || '-'),
  );
}

const COMBINED_OF_NGINX =
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"';
const COMBINED_OF_APACHE = '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"';

/** Returns the format in a block of YAML of the page about ingress-nginx. */
function formatOfIngress(): string {
  const [, patch = ''] = /<<'PATCH'\n(.*?)\nPATCH/s.exec(read('ingress-nginx.md')) ?? [];
  const { data } = load(patch) as { data: Record<string, string> };
  expect(data['log-format-escape-json']).toBe('true');
  return data['log-format-upstream'] ?? '';
}

/** Returns the format that a page gives nginx, without the quotes of its pieces. */
function formatOfNginx(page: string): string {
  const [, pieces = ''] = /log_format botgauge escape=json ('.*?');/s.exec(read(page)) ?? [];
  return pieces.replace(/'\n\s*'/g, '').slice(1, -1);
}

function formatOfApache(page: string): string {
  const [, format = ''] = /^LogFormat "(.*)" botgauge$/m.exec(read(page)) ?? [];
  return format.replaceAll('\\"', '"');
}

const formatOfLiteSpeed = (): string =>
  /^ +(\{"timestamp".*\})$/m.exec(read('openlitespeed.md'))?.[1] ?? '';

describe.each<[string, () => string, typeof lineOfNginx, (text: string) => string]>([
  ['ingress-nginx', formatOfIngress, lineOfNginx, escapedByJson],
  [
    'Nginx Proxy Manager',
    () => formatOfNginx('nginx-proxy-manager.md'),
    lineOfNginx,
    escapedByJson,
  ],
  ['OpenLiteSpeed', formatOfLiteSpeed, lineOfApache, escapedByLiteSpeed],
  ['cPanel', () => formatOfApache('cpanel.md'), lineOfApache, escapedByApache],
])('the format of the page about %s', (_sender, formatOf, write, escape) => {
  it('gives every field, whatever a visitor sent', () => {
    expect(lastOf(write(formatOf(), VISITOR, escape))).toEqual({ ...ALL, protocol: 'HTTP/2.0' });
  });

  it('says that a visitor sent no headers', () => {
    const visit = { ...VISITOR, referer: '', ...NO_HEADERS };
    const read = lastOf(write(formatOf(), visit, escape));
    expect(read).toEqual({
      ...FACTS,
      referer: undefined,
      protocol: 'HTTP/2.0',
      sec_fetch_mode: '',
    });
  });
});

it.each([
  ['nginx in Plesk', lineOfNginx(COMBINED_OF_NGINX, VISITOR, escapedByNginx)],
  // Plesk's own format has the bytes with the headers.
  [
    'Apache in Plesk',
    lineOfApache(COMBINED_OF_APACHE.replace('%b', '%O'), VISITOR, escapedByApache),
  ],
  ['cPanel', lineOfApache(COMBINED_OF_APACHE, VISITOR, escapedByApache)],
])('the usual log of %s is read', (_server, line) => {
  expect(lastOf(line)).toEqual({ ...WITHOUT_HOST, protocol: 'HTTP/2.0' });
});

it('the log of CyberPanel is read, but for bytes that OpenLiteSpeed does not tell from characters', () => {
  // https://github.com/usmannasir/cyberpanel/blob/stable/plogical/vhostConfs.py
  const line = lineOfApache(`"${COMBINED_OF_APACHE}"`, VISITOR, escapedByLiteSpeed);
  expect(lastOf(line)).toEqual({
    ...WITHOUT_HOST,
    path: VISIT.path.replace('ä', '\\xC3\\xA4'),
    user_agent: VISIT.user_agent.replace('漢', '\\xE6\\xBC\\xA2'),
    protocol: 'HTTP/2.0',
  });
});

it.each([
  '[$time_local] $upstream_cache_status $upstream_status $status - $request_method $scheme $host "$request_uri" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $gzip_ratio] [Sent-to $server] "$http_user_agent" "$http_referer"',
  '[$time_local] $status - $request_method $scheme $host "$request_uri" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $gzip_ratio] "$http_user_agent" "$http_referer"',
])('the usual logs of Nginx Proxy Manager are read: %s', (format) => {
  // https://github.com/NginxProxyManager/nginx-proxy-manager/blob/v2.15.1/docker/rootfs/etc/nginx/conf.d/include/log-proxy.conf
  expect(lastOf(lineOfNginx(format, VISITOR, escapedByNginx))).toEqual(FACTS);
});

/** Traefik writes a header that the page keeps, if the visitor sent it, as Go writes JSON. */
function lineOfTraefik(headers: Record<string, string>): string {
  const [, block = ''] = /```yaml\n(.*?)```/s.exec(read('traefik.md')) ?? [];
  const { accessLog } = load(block) as {
    accessLog: { format: string; fields: { headers: { names: Record<string, string> } } };
  };
  expect(accessLog.format).toBe('json');
  const kept = Object.entries(headers).filter(
    ([name]) => accessLog.fields.headers.names[name] === 'keep',
  );
  const record = {
    ClientAddr: `${VISIT.ip}:40000`,
    ClientHost: headers['X-Forwarded-For'] ?? VISIT.ip,
    DownstreamStatus: 404,
    OriginStatus: 404,
    RequestAddr: VISIT.host,
    RequestHost: VISIT.host,
    RequestMethod: VISIT.method,
    RequestPath: VISIT.path,
    RequestProtocol: 'HTTP/2.0',
    StartUTC: '2026-11-30T05:26:36.000000001Z',
    ...Object.fromEntries(kept.map(([name, value]) => [`request_${name}`, value])),
    level: 'info',
    msg: '',
    time: '2026-11-30T05:26:37Z',
  };
  return JSON.stringify(record).replace(
    /[<>&]/g,
    (one) => `\\u00${one.charCodeAt(0).toString(16)}`,
  );
}

it('the headers that the page about Traefik keeps are all that are read', () => {
  const headers = {
    'User-Agent': VISIT.user_agent,
    Referer: VISIT.referer,
    'Signature-Agent': HEADERS.signature_agent,
    'Sec-Fetch-Mode': HEADERS.sec_fetch_mode,
    'Sec-Purpose': HEADERS.sec_purpose,
  };
  expect(lastOf(lineOfTraefik(headers))).toEqual({ ...ALL, protocol: 'HTTP/2.0' });
  const proxied = lineOfTraefik({ ...headers, 'X-Forwarded-For': '198.51.100.7' });
  expect(lastOf(proxied)).toMatchObject({ ip: expect.stringContaining('198.51.100.7') as string });
});

/** The columns of the flags, in the order in which IIS writes them. */
const COLUMNS_OF_IIS: Record<string, [column: string, value: string]> = {
  Date: ['date', '2026-11-30'],
  Time: ['time', '05:26:36'],
  ServerIP: ['s-ip', '10.0.0.1'],
  Method: ['cs-method', VISIT.method],
  UriStem: ['cs-uri-stem', '/a,b;c"ä'],
  UriQuery: ['cs-uri-query', 'd="1"'],
  ServerPort: ['s-port', '443'],
  UserName: ['cs-username', '-'],
  ClientIP: ['c-ip', '10.0.0.3'],
  ProtocolVersion: ['cs-version', 'HTTP/2.0'],
  UserAgent: ['cs(User-Agent)', 'say+"hi",+{a};b+漢+\\+d|e'],
  Referer: ['cs(Referer)', VISIT.referer],
  Host: ['cs-host', VISIT.host],
  HttpStatus: ['sc-status', '404'],
  HttpSubStatus: ['sc-substatus', '0'],
  Win32Status: ['sc-win32-status', '0'],
  TimeTaken: ['time-taken', '15'],
};

it('the columns that the page about IIS asks for are all that are read', () => {
  const page = read('iis.md');
  const flags = /logExtFileFlags -Value '(.*)'/.exec(page)?.[1]?.split(',') ?? [];
  const custom = Array.from(
    page.matchAll(/logFieldName = '(\S+)'; sourceName = '(\S+)'; sourceType = 'RequestHeader'/g),
    ([, name, source]) => [name, source],
  );
  expect(custom.map(([name, source]) => name === source)).toEqual([true, true, true, true]);
  expect(flags.filter((flag) => !(flag in COLUMNS_OF_IIS))).toEqual([]);
  const written = Object.entries(COLUMNS_OF_IIS).filter(([flag]) => flags.includes(flag));
  // IIS writes a space as a plus sign.
  const sent: Record<string, string> = {
    'X-Forwarded-For': `${VISIT.ip},+10.0.0.2`,
    'Signature-Agent': HEADERS.signature_agent,
    'Sec-Fetch-Mode': HEADERS.sec_fetch_mode,
    'Sec-Purpose': HEADERS.sec_purpose,
  };
  const columns = [...written.map(([, [column]]) => column), ...custom.map(([name]) => name)];
  const rowOf = (header: (name: string) => string | undefined) =>
    [
      ...written.map(([, [, value]]) => value),
      ...custom.map(([name = '']) => header(name) ?? '-'),
    ].join(' ');
  const head = ['#Software: Microsoft Internet Information Services 10.0', '#Version: 1.0'];
  head.push('#Date: 2026-11-30 05:26:36', `#Fields: ${columns.join(' ')}`);
  const agent = { user_agent: 'say "hi", {a};b 漢 \\ d|e', path: '/a,b;c"ä' };
  expect(
    lastOf(
      ...head,
      rowOf((name) => sent[name]),
    ),
  ).toEqual({ ...ALL, ...agent });
  const silent = lastOf(
    ...head,
    rowOf(() => undefined),
  );
  expect(silent).toMatchObject({ ip: '10.0.0.3', sec_fetch_mode: '' });
});

const LINE = lineOfNginx(COMBINED_OF_NGINX, VISITOR, escapedByNginx);
const READ = { ...WITHOUT_HOST, protocol: 'HTTP/2.0' };
const NO_VISIT = { kind: 'skip', reason: 'no_visit' };

it('the files of the kubelet are read, with parts and with what a server says about itself', () => {
  // https://github.com/kubernetes/design-proposals-archive/blob/main/node/kubelet-cri-logging.md
  const time = '2026-11-30T05:26:36.123456789Z';
  expect(lastOf(`${time} stdout F ${LINE}`)).toEqual(READ);
  const parts = [LINE.slice(0, 50), LINE.slice(50, 90), LINE.slice(90)];
  const kinds = ['P', 'P', 'F'];
  const whole = `${time} stdout F ${LINE}`;
  const cut = parts.map((part, at) => `${time} stdout ${kinds[at]} ${part}`);
  expect(lastOf(whole, ...cut)).toEqual(READ);
  expect(lastOf(whole, `${time} stderr F open() failed`)).toEqual(NO_VISIT);
});

it('the files of the driver json-file of Docker are read', () => {
  // https://docs.docker.com/engine/logging/drivers/json-file/
  const time = '2026-11-30T05:26:36.123456789Z';
  expect(lastOf(JSON.stringify({ log: `${LINE}\n`, stream: 'stdout', time }))).toEqual(READ);
});

it('the journal is read, with messages as text and as bytes, and without what is no request', () => {
  // https://www.freedesktop.org/software/systemd/man/latest/systemd.journal-fields.html
  const lineOf = (MESSAGE: unknown) =>
    JSON.stringify({ __REALTIME_TIMESTAMP: '1795959007000000', PRIORITY: '6', MESSAGE });
  expect(lastOf(lineOf(LINE))).toEqual(READ);
  expect(lastOf(lineOf([...Buffer.from(LINE)]))).toEqual(READ);
  expect(lastOf(lineOf(LINE), lineOf('Listening on port 3000'))).toEqual(NO_VISIT);
});

it('the example of an edge log of WordPress VIP is read', () => {
  // https://docs.wpvip.com/logs/http-request-edge/
  const record = {
    request_url: VISIT.path,
    timestamp: '30/Nov/2026:05:26:36 +0000',
    request_type: VISIT.method,
    scheme: 'https',
    http_referer: VISIT.referer,
    http_x_forwarded_for: '',
    true_client_ip: '',
    remote_addr: VISIT.ip,
    asn: '2635',
    tls_version: 'TLSv1.3',
    content_type: 'text/html; charset=UTF-8',
    upstream_country_code: 'GB',
    timestamp_iso8601: '2026-11-30T05:26:36+00:00',
    http_host: VISIT.host,
    http_user_agent: VISIT.user_agent,
    http_version: 'HTTP/2.0',
    body_bytes_sent: '8981',
    status: '404',
  };
  const more = { content_type: 'text/html; charset=UTF-8', country: 'GB', asn: '2635' };
  expect(lastOf(JSON.stringify(record))).toEqual({ ...FACTS, ...more, protocol: 'HTTP/2.0' });
});
