import { createSignInCode, hashKey } from '@app/access';
import { Sessions } from '@app/storage';
import { aLogEntryInput, eventually } from '@app/testing';
import { Browser, signIn } from '../support/browser.js';
import { dumpDatabase, dumpRedis } from '../support/dump.js';
import { type Answer, get, ingest, request, send } from '../support/http.js';
import { listKeys } from '../support/manage.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { startSystem, type System, type Tenant } from '../support/system.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { exchange } from '../support/wire.js';

/** The most detailed log level. */
const TRACE = { LOG_LEVEL: 'trace' };
/** With this a sender signs. It must be readable again, but not by whoever reads the database. */
const SIGNING = 'whsec_C4n4ryOfTheSigningSecret';
const SECRET_KEY = 'ab'.repeat(32);
let system: System;
let tenant: Tenant;
let proxy: TcpProxy;
let api: ServiceProcess;
let worker: ServiceProcess | undefined;
let base: string;
const answers: string[] = [];
/** What a browser holds, and what signed it in. */
let browser: Browser;
let code: string;
/** The token of a shared link. */
let token: string;
beforeAll(async () => {
  system = await startSystem({ worker: false });
  tenant = await system.createTenant();
  proxy = await startTcpProxy(system.database.url);
  const settings = { ...TRACE, SECRET_KEY, DATABASE_URL: proxy.url };
  api = await startProcess('api', { ...system.env, ...settings });
  base = `http://127.0.0.1:${api.port}`;
  browser = await Browser.signedIn(base, tenant.apiKey);
  const shares = `POST /websites/${tenant.website.public_id}/shares` as const;
  const made = await send(base, tenant.apiKey, shares, { name: 'a reader' });
  token = made.body.data.token as string;
  code = (await createSignInCode(new Sessions(system.database.pool), tenant.account.id)).code;
});
afterAll(async () => {
  await worker?.stop();
  await api.stop();
  await proxy.cut();
  await system.stop();
});

/**
 * The forms in which a key could be written down: as it is, only its random part, in Base64, in
 * hexadecimal.
 */
const formsOf = (key: string): string[] => [
  key,
  /^(?:api|bot)_([^_]+)/.exec(key)?.[1] ?? key,
  // In Base64 a text looks different behind one or two other characters, such as a user name.
  ...['', ' ', '  '].map((before) =>
    Buffer.from(before + key)
      .toString('base64')
      .slice(4, -4),
  ),
  Buffer.from(key).toString('hex'),
];
const found = (text: string): string[] =>
  [tenant.apiKey, tenant.botKey, SIGNING, SECRET_KEY, browser.secret, code, token]
    .flatMap(formsOf)
    .filter((form) => text.includes(form));

const keep = async (answer: Promise<Answer>): Promise<number> => {
  const { status, headers, body } = await answer;
  answers.push(JSON.stringify([[...headers], body]));
  return status;
};

/** Sends a key in each form of `Authorization`, and in the header of Firehose. */
async function useWays(key: string): Promise<number[]> {
  const ways: Record<string, string>[] = [
    { authorization: `Bearer ${key}` },
    { authorization: `Bearer ${key}x` },
    { authorization: `Basic ${btoa(`me:${key}`)}` },
    { authorization: `Basic ${btoa(`${key}:`)}` },
    { authorization: `Digest username="${key}"` },
    { 'x-amz-firehose-access-key': key },
    { 'x-amz-firehose-access-key': key, 'x-api-key': tenant.botKey },
  ];
  const statuses: number[] = [];
  for (const headers of ways)
    statuses.push(await keep(request(`${base}/api/v1/websites`, { headers })));
  return statuses;
}

/** Sends a key in addresses of which some lead nowhere, and some cannot be read. */
async function useAddresses(key: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const [method, address] of [
    ['POST', `/api/v1/logs/custom?key=${key}`],
    ['POST', `/api/v1/logs/custom?a=1&k%65y=${key}`],
    ['GET', `/api/v1/nowhere?key=${key}`],
    ['GET', `/healthz?key=${key}`],
    ['GET', `/%zz?key=${key}`],
    ['GET', `/api/v1/websites/${'a'.repeat(2_000)}/summary?key=${key}`],
  ])
    statuses.push(await keep(request(`${base}${address}`, { method })));
  return statuses;
}

/** Sets a signing secret, rightly and wrongly. */
async function useSigningSecret(): Promise<number[]> {
  const { apiKey, website } = tenant;
  const { items } = await listKeys({ base, apiKey }, website.public_id);
  const route = `PUT /keys/${items[0]?.id}/signing-secret` as const;
  return [
    await keep(send(base, apiKey, route, { secret: SIGNING.repeat(50) })),
    await keep(send(base, apiKey, route, `{"secret":"${SIGNING}`)),
    await keep(send(base, tenant.botKey, route, { secret: SIGNING })),
    await keep(send(base, apiKey, route, { secret: SIGNING })),
  ];
}

/** Signs in and asks, rightly and wrongly. */
async function useSession(): Promise<number[]> {
  const wrong = new Browser(base, `${browser.secret}x`);
  const { secret } = browser;
  return [
    await keep(browser.ask('GET /websites')),
    await keep(browser.ask('GET /sessions')),
    await keep(wrong.ask('GET /websites')),
    await keep(browser.ask('POST /websites', { domain: secret }, {})),
    await keep(browser.ask(`DELETE /sessions/${secret}`)),
    await keep(request(`${base}/api/v1/nowhere`, { headers: browser.headers })),
    await keep(signIn(base, { code: `${code}x` })),
    await keep(signIn(base, { code, api_key: tenant.apiKey })),
    await keep(signIn(base, { code: secret })),
    await keep(signIn(base, { api_key: code })),
    // These two answers set cookies of other sessions.
    (await signIn(base, { code })).status,
    (await signIn(base, { code })).status,
  ];
}

/** Opens a shared link and reads, rightly and wrongly. */
async function useShare(): Promise<number[]> {
  const reader = await Browser.reading(base, token);
  const wrong = new Browser(base, `${reader.secret}x`);
  const report = `GET /websites/${tenant.website.public_id}/summary` as const;
  return [
    await keep(reader.ask(report)),
    await keep(reader.ask('GET /session')),
    await keep(reader.ask('GET /websites')),
    await keep(wrong.ask(report)),
    await keep(signIn(base, { share: `${token}x` })),
    await keep(signIn(base, { share: token, code })),
    await keep(signIn(base, { code: token })),
    await keep(request(`${base}/api/v1/nowhere`, { headers: reader.headers })),
    await keep(get(base, `/websites/${tenant.website.public_id}/shares`, tenant.apiKey)),
  ];
}

/** Does everything right and wrong that a client can do with a key. */
async function useKeys(): Promise<number[]> {
  const { apiKey, botKey, website } = tenant;
  const path = `/websites/${website.public_id}/summary`;
  const statuses = [
    await keep(get(base, path, apiKey)),
    await keep(get(base, path, botKey)),
    await keep(get(base, `/websites/${apiKey}/summary`, apiKey)),
    await keep(get(base, `${path}?period=${apiKey}&api_key=${apiKey}`, apiKey)),
    await keep(get(base, `/${botKey}`, apiKey)),
    await keep(get(base, '/websites', `${apiKey}x`)),
    await keep(get(base, '/websites', `"${apiKey}", "${botKey}"`)),
    ...(await useWays(apiKey)),
    ...(await useAddresses(botKey)),
    await keep(request(`${base}/api/v1/websites`, { headers: { cookie: `key=${apiKey}` } })),
    await keep(ingest(base, botKey, [aLogEntryInput({ path: `/canary?api_key=${apiKey}` })])),
    await keep(
      ingest(base, botKey, [
        { ...aLogEntryInput(), referer: `https://x/?k=${botKey}`, key: botKey },
      ]),
    ),
    await keep(ingest(base, botKey, [{ ...aLogEntryInput(), timestamp: botKey }])),
    await keep(ingest(base, botKey, `{"${botKey}`)),
    await keep(ingest(base, botKey, 'x', { 'content-type': botKey })),
    await keep(ingest(base, apiKey, [aLogEntryInput()])),
  ];
  const line = (key: string) => `GET /api/v1/websites HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n`;
  for (const raw of [
    `${line(apiKey)}bad header\r\n\r\n`,
    `${apiKey}\r\n\r\n`,
    `${line(apiKey)}a: ${'b'.repeat(20_000)}\r\n\r\n`,
  ]) {
    for (const { text } of await exchange(base, { pieces: [raw] })) answers.push(text);
  }
  await exchange(base, { pieces: [line(apiKey)], then: 'reset' });
  return statuses;
}

it('a key or secret is in no answer, log, queue or table', async () => {
  expect(await useKeys()).toEqual([
    ...[200, 403, 404, 400, 404, 401, 401],
    ...[200, 401, 200, 401, 401, 200, 401],
    ...[401, 401, 404, 200, 400, 414],
    ...[401, 200, 200, 400, 400, 415, 403],
  ]);

  expect(await useSigningSecret()).toEqual([400, 400, 403, 200]);
  expect(await useShare()).toEqual([200, 200, 403, 401, 401, 400, 401, 404, 200]);
  expect(await useSession()).toEqual([
    ...[200, 200, 401, 403, 404, 404],
    ...[401, 400, 401, 401, 201, 401],
  ]);

  // The queue still holds the batches.
  const { REDIS_URL } = system.env as { REDIS_URL?: string };
  const queued = REDIS_URL ? await dumpRedis(REDIS_URL) : '';
  const before = (await dumpDatabase(system.database.pool)) + queued;
  expect(before).toContain('/canary');
  for (const secret of [tenant.apiKey, browser.secret, token])
    expect(before).toContain(hashKey(secret).toString('hex'));
  expect(found(before)).toEqual([]);

  // Now the database is away, and the log names statements and their values.
  await proxy.cut();
  expect(await keep(get(base, '/websites', tenant.apiKey))).toBe(503);
  expect(await keep(browser.ask('GET /websites'))).toBe(503);
  expect(await keep(signIn(base, { code }))).toBe(503);
  expect(
    await keep(ingest(base, tenant.botKey, [aLogEntryInput()], { 'idempotency-key': 'k' })),
  ).toBe(503);
  await proxy.mend();
  await eventually(async () => expect(await keep(get(base, '/websites', tenant.apiKey))).toBe(200));

  worker = await startProcess('worker', { ...system.env, ...TRACE });
  await system.untilVisits(tenant.website, 2);
  expect(found(await dumpDatabase(system.database.pool))).toEqual([]);
  expect(found(answers.join('\n'))).toEqual([]);
  expect(found(await (await fetch(`${base}/metrics`)).text())).toEqual([]);

  // The lines come through a pipe, so they may arrive after the answers.
  await eventually(() => expect(api.output()).toMatch(/requests? (?:are )?refused/));
  const logs = api.output() + worker.output();
  expect(logs).toContain('"level":"info"');
  expect(found(logs)).toEqual([]);
  // The log has neither what visitors sent nor the addresses of the stores.
  expect(logs).not.toContain('/canary');
  expect(logs).not.toContain(proxy.url);
});

it('the search finds a key in each of its forms', () => {
  for (const key of [tenant.apiKey, tenant.botKey, SIGNING, browser.secret, code, token])
    for (const form of formsOf(key)) expect(found(`a ${form} b`)).not.toEqual([]);
});
