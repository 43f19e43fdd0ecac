import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReader } from '@app/log-formats';
import { readGuides } from '@app/feed-guides';
import { FEEDS } from '../../apps/api/src/feeds/feeds.js';

const DOCS = join(import.meta.dirname, '../../docs/feeds');
const read = (file: string) => readFileSync(join(DOCS, file), 'utf8');

const PAGE = /\(([\w-]+\.md)\)/;

describe.each(FEEDS)('The feed $name', ({ addresses }) => {
  it('has a row in the list of pages, and a page that names its addresses', () => {
    const paths = addresses.map(({ deliver }) => deliver.path);
    const row = read('README.md')
      .split('\n')
      .find((line) => line.startsWith('|') && line.includes(`\`${paths[0]}\``));
    const [, page = 'no page'] = PAGE.exec(row ?? '') ?? [];
    expect([page, existsSync(join(DOCS, page))]).toEqual([page, true]);
    for (const path of paths) expect(read(page)).toContain(path);
  });

  it('has a sender that `feeds setup` knows', () => {
    const paths = addresses.map(({ deliver }) => deliver.path);
    // A program that speaks OTLP appends the path to the address.
    const sent = [...paths, ...(paths[0] === '/v1/logs' ? ['endpoint: https://'] : [])];
    const guides = readGuides().filter(({ text }) => sent.some((path) => text.includes(path)));
    expect(guides).not.toEqual([]);
  });
});

it.each(readGuides())('the guide for $sender has places for address and key', ({ text }) => {
  expect(text).toContain('logs.example.com');
  expect(text).toContain('$BOT_KEY');
  // Nothing is left over from another way of writing examples.
  expect(text).not.toMatch(/botgauge\.example|bot_…/);
});

/** What Fastly puts in the place of its variables. A text must be escaped where it may be any. */
const VARIABLES: Record<string, string> = {
  'time.start.msec': '1795176000000',
  'json.escape(req.method)': 'GET',
  'json.escape(if(req.http.Fastly-Orig-Host, req.http.Fastly-Orig-Host, req.http.Host))':
    'shop.example',
  'json.escape(req.url)': '/a?b=\\"c\\"',
  'resp.status': '200',
  'client.ip': '192.0.2.17',
  'json.escape(req.http.User-Agent)': 'say \\"hi\\"',
  'json.escape(req.http.Referer)': '',
  'json.escape(resp.http.Content-Type)': 'text/html',
  'json.escape(req.http.Signature-Agent)': '\\"https://chatgpt.com\\"',
  'resp.bytes_written': '512',
  'req.xid': '3712948291',
  'if(fastly.ff.visits_this_service == 0, "true", "false")': 'true',
};

it('The log format for Fastly gives visits', () => {
  const [, format = ''] = /'format=(\{.*\})'/.exec(read('fastly.md')) ?? [];
  const line = format.replace(/%\{(.*?)\}V/g, (_, name: string) => VARIABLES[name] ?? `no ${name}`);
  const reader = createReader('fastly', { now: 1795176000000, host: '' });
  expect(reader.readLine(line)).toEqual([
    {
      kind: 'entry',
      id: '3712948291 1795176000000',
      entry: {
        timestamp: 1795176000000,
        method: 'GET',
        host: 'shop.example',
        path: '/a?b="c"',
        status_code: 200,
        ip: '192.0.2.17',
        user_agent: 'say "hi"',
        content_type: 'text/html',
        signature_agent: '"https://chatgpt.com"',
      },
    },
  ]);
  const copy = line.replace('"fastly_is_edge":true', '"fastly_is_edge":false');
  expect(reader.readLine(copy)).toEqual([{ kind: 'skip', reason: 'shield_copy' }]);
});
