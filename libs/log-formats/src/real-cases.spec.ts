import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalAddress, sanitisePath } from '@app/contracts';
import { createReader, type LogFormatName, recogniseFormat } from './formats.js';
import { LineSplitter } from './line-splitter.js';

const data = process.env.BOTGAUGE_TEST_DATA;
const describeWithData = data === undefined ? describe.skip : describe;
const reason = data === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';

const NOW = Date.UTC(2026, 11, 1);
const GPTBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const CLAUDEBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';
const PERSON =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const AGENTS = [GPTBOT, CLAUDEBOT, PERSON];

/** What a log must become. A list has a value for each visit, and one value is that of all. */
interface Expected {
  format: LogFormatName;
  visits: number;
  /** Other records by their reason; by default none. */
  others?: Record<string, number>;
  ip?: string[];
  host?: string | string[];
  path?: string[];
  user_agent?: string | string[];
  status_code?: number;
  time?: string[];
}

const addresses = (count: number, first = 1) =>
  Array.from({ length: count }, (_, n) => `203.0.113.${first + n}`);
const paths = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}/${n}`);

/** The logs of `cases/`, in which values are invented. */
const CASES: Record<string, Expected> = {
  'alb-ipv6-client.log': {
    format: 'alb',
    visits: 4,
    // RFC 5952 writes the first one as the others.
    ip: [...Array.from({ length: 3 }, () => '2001:4860:4801:10::1'), '66.249.66.1'],
    host: 'hold.example:443',
    path: ['/c47/full', '/c47/short5', '/c47/short4', '/c47/v4'],
  },
  'caddy-time-formats.json': {
    format: 'caddy',
    visits: 6,
    ip: addresses(6),
    host: 'shop.example',
    time: [
      ...['2026-11-26T10:00:00.500Z', '2026-11-26T10:00:01.123Z', '2026-11-26T10:00:02.123Z'],
      ...['2026-11-26T10:00:03.123Z', '2026-11-26T10:00:04.000Z', '2026-11-26T10:00:05.000Z'],
    ],
  },
  'elb-classic.log': {
    format: 'alb',
    visits: 1,
    others: { no_visit: 1 },
    ip: ['203.0.113.2'],
    path: ['/c16/1'],
  },
  'error-lines-mixed.log': {
    format: 'combined',
    visits: 3,
    others: { no_visit: 3 },
    ip: addresses(3),
    user_agent: AGENTS,
  },
  'gandi-text-after-time.log': {
    format: 'combined',
    visits: 3,
    ip: addresses(3, 0),
    host: 'www.hold.example',
    user_agent: GPTBOT,
    path: paths('/c50', 3),
  },
  'ingress-nginx-requesturl.json': {
    format: 'google-lb',
    visits: 3,
    ip: addresses(3),
    host: 'shop.example',
    path: paths('/c41', 3),
    user_agent: AGENTS,
  },
  'ionos-1and1-host-after-bytes.log': {
    format: 'combined',
    visits: 3,
    ip: addresses(3),
    host: 'shop.example',
    user_agent: AGENTS,
  },
  'iso-time-in-brackets.log': {
    format: 'combined',
    visits: 3,
    ip: addresses(3),
    user_agent: AGENTS,
    time: ['2026-11-26T10:00:00.000Z', '2026-11-26T10:00:01.000Z', '2026-11-26T10:00:02.000Z'],
  },
  'istio-json-encoding.json': {
    format: 'json-fields',
    visits: 3,
    ip: addresses(3),
    host: 'shop.example',
    path: paths('/c38b', 3),
    user_agent: AGENTS,
  },
  'kubernetes-cri-caddy.log': {
    format: 'caddy',
    visits: 3,
    ip: addresses(3),
    host: 'shop.example',
    user_agent: AGENTS,
  },
  'kubernetes-cri-nginx.log': {
    format: 'combined',
    visits: 4,
    others: { no_visit: 1, comment: 1 },
    ip: addresses(4),
    path: ['/c29c/0', '/c29c/1', '/c29c/2', '/c29c/3x'],
    user_agent: [...AGENTS, GPTBOT],
  },
  'lighttpd-default-two-hosts.log': {
    format: 'combined',
    visits: 3,
    ip: addresses(3, 0),
    host: ['shop.example', 'hold.example', 'shop.example'],
  },
  'nginx-proxy-manager-proxy.log': {
    format: 'nginx-proxy-manager',
    visits: 3,
    ip: addresses(3),
    host: 'shop.example',
    path: paths('/c01', 3),
    user_agent: AGENTS,
    status_code: 200,
  },
  'openlitespeed-combined.log': {
    format: 'combined',
    visits: 3,
    ip: addresses(3),
    user_agent: AGENTS,
  },
  'quoted-address.log': { format: 'combined', visits: 3, ip: addresses(3), user_agent: AGENTS },
};

/** Returns what a log became. Values are those that the service would keep. */
function read(file: string) {
  const splitter = new LineSplitter();
  const bytes = readFileSync(file);
  const lines = [...splitter.push(bytes), ...splitter.end()].map(({ text }) => text ?? '');
  const format = recogniseFormat(lines, { now: NOW });
  if (format === undefined) throw new Error('The format is not recognised');
  const reader = createReader(format, { now: NOW, host: '' });
  const results = lines.flatMap((line) => reader.readLine(line));
  const entries = results.flatMap((one) => (one.kind === 'entry' ? [one.entry] : []));
  const others: Record<string, number> = {};
  for (const result of results)
    if (result.kind !== 'entry') others[result.reason] = (others[result.reason] ?? 0) + 1;
  return {
    ...{ format, visits: entries.length, others },
    ip: entries.map(({ ip }) => canonicalAddress(ip ?? '')),
    host: entries.map(({ host }) => host),
    path: entries.map(({ path }) => sanitisePath(path)),
    user_agent: entries.map(({ user_agent: agent }) => agent),
    status_code: entries.map(({ status_code: status }) => status),
    time: entries.map(({ timestamp }) => new Date(timestamp).toISOString()),
  };
}

describeWithData(`Logs as people have them${reason}`, () => {
  it.each(Object.entries(CASES))('%s', (name, { visits, ...expected }) => {
    const file = join(data ?? '', 'cases', name);
    // A folder of older data may lack the newer ones.
    if (!existsSync(file)) return console.warn(`${name} is not there`);
    const found = read(file);
    const wanted = Object.fromEntries(
      Object.entries({ others: {}, ...expected }).map(([field, value]) => [
        field,
        Array.isArray(found[field as keyof typeof found]) && !Array.isArray(value)
          ? Array.from({ length: visits }, () => value)
          : value,
      ]),
    );
    expect(found).toMatchObject({ visits, ...wanted });
    expect(found.others).toEqual(wanted['others']);
  });
});
