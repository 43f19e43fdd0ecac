import { get, type Got } from '@app/guarded-http';
import { type FetchOutcome, MOST_ROBOTS_BYTES } from '@app/contracts';
import { type Receiver, startReceiver } from '@app/testing';
import { askWebsite } from './fetch-result.js';
import { fetchRobots, judgeRobots } from './fetch-robots.js';

const answered = (status: number, body: string | Buffer = '', more: Partial<Got> = {}) =>
  ({
    ...{ kind: 'answered', status, contentType: 'text/plain', isCut: false },
    ...{ body: Buffer.from(body), ...more },
  }) as Got;

it('keeps the text of a success, whatever the status is in particular', () => {
  for (const status of [200, 203, 204, 206])
    expect(judgeRobots(answered(status, 'Disallow: /'))).toEqual({
      ...{ outcome: 'fetched', status, text: 'Disallow: /' },
    });
});

it('takes what is not there for a text that forbids nothing', () => {
  for (const status of [400, 401, 403, 404, 410, 418, 451, 499])
    expect(judgeRobots(answered(status))).toEqual({ outcome: 'unavailable', status, text: '' });
  expect(judgeRobots({ kind: 'too_many_redirects' })).toEqual({
    ...{ outcome: 'too_many_redirects', status: null, text: '' },
  });
});

it('leaves the last text in force when nobody knows what the website has', () => {
  for (const status of [101, 300, 304, 429, 500, 502, 503, 599])
    expect(judgeRobots(answered(status))).toEqual({ outcome: 'error_status', status });
  const faults = {
    bad_url: 'bad_redirect',
    bad_redirect: 'bad_redirect',
    not_public: 'not_public',
    not_known: 'unreachable',
    no_connection: 'unreachable',
    not_trusted: 'not_trusted',
    no_answer: 'unreachable',
    bad_encoding: 'unreadable',
    too_slow: 'too_slow',
  } as const;
  for (const [kind, outcome] of Object.entries(faults))
    expect(judgeRobots({ kind } as Got)).toEqual({ outcome, status: null });
});

it('takes a web page for no robots.txt, and a text for one, whatever its type says', () => {
  const html = { contentType: 'text/html; charset=utf-8' };
  const pages = [
    answered(200, '<!DOCTYPE html><html>', html),
    answered(200, '\ufeff\n <!-- x --><p>Not found', html),
    answered(200, '<div>', { contentType: 'application/xhtml+xml' }),
    answered(200, '\n<!doctype HTML>'),
    answered(200, '<html lang="en">', { contentType: null }),
  ];
  for (const page of pages)
    expect(judgeRobots(page)).toEqual({ outcome: 'web_page', status: 200, text: '' });
  const texts = [
    answered(200, 'User-agent: *\nDisallow: /<a>', html),
    answered(200, '# <html>\nUser-agent: *', html),
    answered(200, '<pre>User-agent: *'),
    answered(200, '', html),
  ];
  for (const text of texts) expect(judgeRobots(text)).toMatchObject({ outcome: 'fetched' });
});

it('keeps what PostgreSQL can store, and no line that the bound cut', () => {
  const odd = Buffer.from([0x61, 0x00, 0xff, 0xc3, 0xa4, 0x62]);
  expect(judgeRobots(answered(200, odd))).toMatchObject({ text: 'a\ufffdäb' });
  const textOf = (body: string | Buffer, isCut: boolean, outcome?: FetchOutcome) => {
    const judged = judgeRobots(answered(200, body, { isCut }));
    const { text = '' } = judged;
    expect(judged.outcome).toBe(outcome ?? (isCut ? 'fetched_in_part' : 'fetched'));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_ROBOTS_BYTES);
    return text;
  };
  expect(textOf('Disallow: /a\nDisallow: /', false)).toBe('Disallow: /a\nDisallow: /');
  expect(textOf('Disallow: /a\nDisallow: /', true)).toBe('Disallow: /a\n');
  expect(textOf('Disallow: /a\rDisallow: /', true)).toBe('Disallow: /a\r');
  expect(textOf('Disallow: /a\r\n', true)).toBe('Disallow: /a\r\n');
  expect(textOf(Buffer.from('ä').subarray(0, 1), true)).toBe('');
  // A pattern that looks for the last line from each character would take minutes.
  const line = `${'a'.repeat(MOST_ROBOTS_BYTES - 2)}\n`;
  expect(textOf(`${line}b`, true)).toBe(line);
  // Each of these bytes is stored as three.
  const broken = Buffer.alloc(MOST_ROBOTS_BYTES, '\xff\n', 'latin1');
  const replaced = textOf(broken, false, 'fetched_in_part');
  expect(replaced).toMatch(/^(?:\ufffd\n)+$/);
  expect(replaced.length).toBeGreaterThan(MOST_ROBOTS_BYTES / 2 - 8);
});

it('asks by http where no connection with TLS can be had, and nowhere else', async () => {
  const NONE = { kind: 'no_connection' } as const;
  const ask = async (https: Got, http: Got) => {
    const asked: string[] = [];
    const got = await askWebsite('shop.example', '/robots.txt', (url) => {
      asked.push(url);
      return Promise.resolve(url.startsWith('https:') ? https : http);
    });
    return [got, asked.length];
  };
  const there = answered(200, 'there');
  expect(await ask(there, NONE)).toEqual([there, 1]);
  expect(await ask(NONE, there)).toEqual([there, 2]);
  expect(await ask({ kind: 'not_trusted' }, there)).toEqual([there, 2]);
  expect(await ask({ kind: 'not_trusted' }, NONE)).toEqual([{ kind: 'not_trusted' }, 2]);
  expect(await ask(NONE, { kind: 'too_slow' })).toEqual([{ kind: 'too_slow' }, 2]);
  for (const kind of ['too_slow', 'not_public', 'not_known', 'no_answer', 'bad_redirect'] as const)
    expect(await ask({ kind }, there)).toEqual([{ kind }, 1]);
  const asked: string[] = [];
  const note = (url: string) => (asked.push(url), Promise.resolve(there));
  await fetchRobots({ domain: 'shop.example', url: null }, note);
  await fetchRobots({ domain: 'shop.example', url: 'https://cdn.example/r' }, note);
  expect(asked).toEqual(['https://shop.example/robots.txt', 'https://cdn.example/r']);
});

describe('a server', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());
  const rules = {
    ...{ allowPrivate: true, needsTls: false, userAgent: 'Botgauge/test' },
    resolve: () => Promise.resolve(['127.0.0.1']),
  };
  const fetchFrom = (timeoutMs = 60_000) =>
    fetchRobots({ domain: 'shop.example', url: `${receiver.url}robots.txt` }, (url) =>
      get({ url, accept: '*/*', mostBytes: MOST_ROBOTS_BYTES, timeoutMs }, rules),
    );
  /** Redirects this often before it answers. */
  const redirect = (times: number) => {
    receiver.answer = (response) => {
      if (receiver.received.length > times) response.end('Disallow: /a');
      else response.writeHead(301, { location: `/${receiver.received.length}` }).end();
    };
  };

  it('redirects five times to a text, and six times to none', async () => {
    redirect(5);
    expect(await fetchFrom()).toEqual({ outcome: 'fetched', status: 200, text: 'Disallow: /a' });
    receiver.received.length = 0;
    redirect(6);
    expect(await fetchFrom()).toMatchObject({ outcome: 'too_many_redirects', text: '' });
  });

  it('answers with HTML, 404, 503, 2 MiB, or slowly', async () => {
    const answer = (status: number, type: string, body: string) => {
      receiver.answer = (response) =>
        response.writeHead(status, { 'content-type': type }).end(body);
      return fetchFrom();
    };
    const html = '<!doctype html><title>Shop</title>';
    expect(await answer(200, 'text/html', html)).toMatchObject({ outcome: 'web_page', text: '' });
    expect(await answer(404, 'text/html', html)).toMatchObject({
      outcome: 'unavailable',
      text: '',
    });
    expect(await answer(503, 'text/html', html)).toEqual({ outcome: 'error_status', status: 503 });
    const { outcome, text } = await answer(200, 'text/plain', 'Disallow: /a\n'.repeat(161_320));
    expect(outcome).toBe('fetched_in_part');
    expect(text).toBe('Disallow: /a\n'.repeat(Math.floor(MOST_ROBOTS_BYTES / 13)));
    receiver.answer = (response) => void response.writeHead(200).write('Disallow: /\n');
    expect(await fetchFrom(100)).toEqual({ outcome: 'too_slow', status: null });
  });
});
