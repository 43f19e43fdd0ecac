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
    const guides = readGuides().filter(({ steps }) => sent.some((path) => steps.includes(path)));
    expect(guides).not.toEqual([]);
  });
});

it.each(readGuides())('the guide for $sender has places for address and key', ({ steps }) => {
  expect(steps).toContain('logs.example.com');
  expect(steps).toMatch(/\$BOT_KEY|tid=t_…/);
  expect(steps).toContain('--website ws_…');
  // Nothing is left over from another way of writing examples.
  expect(steps).not.toMatch(/botgauge\.example|bot_…/);
});

const NOW = 1795176000000;

/** Returns a text as it stands within a JSON string. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Headers that a visitor may send, and what a format must make of them. */
const HOSTILE = { sec_fetch_mode: 'navi"gate\\', sec_purpose: 'prefetch","ip":"203.0.113.9' };

/**
 * What Fastly puts in the place of its variables. A text must be escaped where it may be any, and a
 * header that was not sent must be an empty text.
 */
const VARIABLES: Record<string, string> = {
  'time.start.msec': String(NOW),
  'json.escape(req.method)': 'GET',
  'json.escape(if(req.http.Fastly-Orig-Host, req.http.Fastly-Orig-Host, req.http.Host))':
    'shop.example',
  'json.escape(req.url)': escaped('/a?b="c"'),
  'resp.status': '200',
  'client.ip': '192.0.2.17',
  'json.escape(req.http.User-Agent)': escaped('say "hi"'),
  'json.escape(req.http.Referer)': '',
  'json.escape(resp.http.Content-Type)': 'text/html',
  'json.escape(req.http.Signature-Agent)': escaped('"https://chatgpt.com"'),
  'json.escape(if(req.http.Sec-Fetch-Mode, req.http.Sec-Fetch-Mode, ""))': escaped(
    HOSTILE.sec_fetch_mode,
  ),
  'json.escape(if(req.http.Sec-Purpose, req.http.Sec-Purpose, ""))': escaped(HOSTILE.sec_purpose),
  'json.escape(req.proto)': 'HTTP/2',
  'json.escape(client.geo.country_code)': 'DE',
  'client.as.number': '3320',
  'resp.bytes_written': '512',
  'req.xid': '3712948291',
  'if(fastly.ff.visits_this_service == 0, "true", "false")': 'true',
};

/** Returns the line that Fastly writes with the format of our page. */
function lineOfFastly(variables: Record<string, string>): string {
  const [, format = ''] = /'format=(\{.*\})'/.exec(read('fastly.md')) ?? [];
  return format.replace(/%\{(.*?)\}V/g, (_, name: string) => variables[name] ?? `no ${name}`);
}

it('The log format for Fastly gives visits', () => {
  const line = lineOfFastly(VARIABLES);
  const reader = createReader('fastly', { now: NOW, host: '' });
  expect(reader.readLine(line)).toEqual([
    {
      kind: 'entry',
      id: `3712948291 ${NOW}`,
      entry: {
        timestamp: NOW,
        method: 'GET',
        host: 'shop.example',
        path: '/a?b="c"',
        status_code: 200,
        ip: '192.0.2.17',
        user_agent: 'say "hi"',
        content_type: 'text/html',
        signature_agent: '"https://chatgpt.com"',
        ...{ country: 'DE', asn: '3320', protocol: 'HTTP/2', ...HOSTILE },
      },
    },
  ]);
  const copy = line.replace('"fastly_is_edge":true', '"fastly_is_edge":false');
  expect(reader.readLine(copy)).toEqual([{ kind: 'skip', reason: 'shield_copy' }]);
});

it('The log format for Fastly has the fields of our own entries, whatever a visitor sent', () => {
  const told = { country: 'DE', asn: '3320', protocol: 'HTTP/2' };
  expect(JSON.parse(lineOfFastly(VARIABLES))).toMatchObject({ ...told, ...HOSTILE });
  // Of such a visitor, nothing is known and no header was sent.
  const unknown = Object.entries(VARIABLES).map(([name, value]) =>
    /json\.escape|client\.as/.test(name) ? [name, ''] : [name, value],
  );
  expect(JSON.parse(lineOfFastly(Object.fromEntries(unknown)))).toMatchObject({
    ...{ country: '', asn: '', protocol: '', sec_fetch_mode: '', sec_purpose: '' },
  });
});

/** Fields of a sender, as its guide names them, that say what an entry may say beside the request. */
const EVIDENCE: Record<string, string[]> = {
  cloudflare: ['ClientCountry', 'ClientASN', 'ClientRequestProtocol'],
  fastly: ['"country"', '"asn"', '"protocol"', '"sec_fetch_mode"', '"sec_purpose"'],
  akamai: ['country', 'asn'],
  nginx: ['"protocol"', '"sec_fetch_mode"', '"sec_purpose"'],
  winston: ['protocol:', 'sec_fetch_mode:', 'sec_purpose:'],
  'opentelemetry-js': ['network.protocol.version', 'sec-fetch-mode', 'sec-purpose'],
};

it.each(Object.entries(EVIDENCE))('The guide for %s asks for what it can log', (sender, fields) => {
  const guide = readGuides().find((one) => one.sender === sender);
  expect(fields.filter((field) => !guide?.steps.includes(field))).toEqual([]);
});

const words = (text = ''): string[] => text.match(/[\w()-]+/g) ?? [];

it('The page of Cloudflare asks for the same fields at both ways to make a job', () => {
  const page = read('cloudflare.md');
  const chosen = words(/these fields:\s+```(.*?)```/s.exec(page)?.[1]);
  const job = JSON.parse(/<<'JOB'\n(.*?)\nJOB/s.exec(page)?.[1] ?? '') as Job;
  expect(job.output_options.field_names).toEqual(chosen);
  const rule = JSON.parse(/<<'RULE'\n(.*?)\nRULE/s.exec(page)?.[1] ?? '') as CustomFields;
  expect(rule.rules[0]?.action_parameters.request_fields.map(({ name }) => name)).toEqual([
    'signature-agent',
    'sec-fetch-mode',
    'sec-purpose',
  ]);
});

interface Job {
  output_options: { field_names: string[] };
}
interface CustomFields {
  rules: { action_parameters: { request_fields: { name: string }[] } }[];
}

/** Returns the fields that a page of CloudFront asks for. */
function fieldsOf(page: string): string[] {
  const [, after = ''] = read(page).split(/at least these(?: fields)?:/);
  return words(/```(.*?)```/s.exec(after)?.[1]);
}

it('The pages of CloudFront ask for what tells visitors apart, and name the columns', () => {
  const realtime = fieldsOf('cloudfront-realtime.md');
  const columns = /\?fields=(\S+)/.exec(read('cloudfront-realtime.md'))?.[1];
  expect(columns?.split(',')).toEqual(realtime);
  const both = ['c-country', 'asn', 'cs-protocol-version'];
  expect(realtime).toEqual(expect.arrayContaining([...both, 'cs-headers']));
  expect(fieldsOf('cloudfront-standard.md')).toEqual(expect.arrayContaining(both));
});
