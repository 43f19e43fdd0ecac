import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '@app/config';
import { findAccount } from './find-account.js';

const WEBSITES = Array.from({ length: 25 }, (_, i) => ({ id: `ws_${i}`, domain: `${i}.example` }));
const aKey = (last4: string, revoked_at: string | null = null) => ({ last4, revoked_at });
/** The pages of keys by website. */
let keys: Record<string, object[][]>;
let websites: object[];
let asked: string[];
/** The status with which requests for keys are answered. */
let status: number;

let server: Server;
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const [, website = '', cursor = '0'] =
      /websites\/(\w+)\/keys.*?(?:cursor=(\d+))?$/.exec(url) ?? [];
    const pages = keys[website] ?? [[]];
    const next = Number(cursor) + 1;
    const page = {
      keys: pages[Number(cursor)],
      next_cursor: next < pages.length ? `${next}` : null,
    };
    const answers = { '/api/v1/account': { id: 'acc_1' }, '/api/v1/websites': { websites } };
    const data = answers[url as keyof typeof answers] ?? page;
    response.statusCode = url.includes('/keys') ? status : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  keys = {};
  websites = WEBSITES;
  asked = [];
  status = 200;
});

const find = (likely?: string, env: Record<string, string> = { BOTGAUGE_API_KEY: 'api_x' }) => {
  const BOTGAUGE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = loadConfig({ BOTGAUGE_URL, BOTGAUGE_BOT_KEY: 'bot_7777', ...env });
  return findAccount(config, likely);
};
const foundAt = (place: number) => ({
  account: { id: 'acc_1', websites: WEBSITES, keysOwn: WEBSITES[place] },
});

it('finds the website that has a living key with the last characters of this one', async () => {
  keys = {
    ws_1: [[aKey('7777', '2026-11-20T12:00:00Z'), aKey('8888')]],
    ws_3: [[aKey('6666')], [aKey('7777')]],
  };
  expect(await find()).toEqual(foundAt(3));
});

it('looks at the likely website first, and at twenty in all', async () => {
  keys = { ws_24: [[aKey('7777')]] };
  expect(await find('ws_24')).toEqual(foundAt(24));
  expect(asked).toHaveLength(3);
  expect(await find('ws_23')).toEqual({ unknown: 'many_websites' });
  expect(asked).toHaveLength(3 + 2 + 20);
});

it('says that the keys are of different accounts only when it has seen all websites', async () => {
  websites = WEBSITES.slice(0, 20);
  expect(await find()).toEqual({ unknown: 'other_account' });
});

it('asks nothing without an API Key', async () => {
  expect(await find('ws_1', {})).toEqual({ unknown: 'no_api_key' });
  expect(asked).toEqual([]);
});

it('does not wait for an API that is busy', async () => {
  status = 429;
  const message = expect.stringMatching(/^the API does not tell it now \(429/) as string;
  expect(await find()).toEqual({ unknown: 'unread', message });
  expect(asked).toHaveLength(3);
});
