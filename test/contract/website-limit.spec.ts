import { Accounts } from '@app/storage';
import { untilDoneOrWaiting } from '@app/testing';
import { expectError, expectJson, send } from '../support/http.js';
import { shareSystemOn } from '../support/shared-system.js';
import { createWebsite, type System, type Tenant } from '../support/system-on-queue.js';

const MOST = 4;
const FULL =
  /^This account has all the 4 websites that it may have: delete one that nobody needs, or ask the operator/;
const MANY = /^This account made 8 websites within 24 hours, which is all that it may: try again/;

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await shareSystemOn('postgres');
});
afterAll(() => system.stop());
// A tenant comes with a website.
beforeEach(async () => {
  tenant = await system.createTenant();
  await system.accounts.updateAccount(tenant.account.public_id, { maxWebsites: MOST });
});

let named = 0;
const create = (domain = `w${named++}.example`) =>
  send(system.base, tenant.apiKey, 'POST /websites', { domain });
const remove = (id: string) => send(system.base, tenant.apiKey, `DELETE /websites/${id}`);

it('holds however many are asked for at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST - 1);
  for (const answer of answers) if (answer.status !== 201) expectError(answer, 'CONFLICT', FULL);
  expect(await system.accounts.listWebsites(tenant.account.id)).toHaveLength(MOST);
});

it('makes a website wait for one that is being made at the same time', async () => {
  const { pool } = system.database;
  const website = () => ({
    ...{ accountId: tenant.account.id, domain: `w${named++}.example`, most: 2 },
    ...{ publicId: `ws_race${named}`, trackingId: `t_race${named}` },
  });
  const first = await pool.connect();
  try {
    await first.query('BEGIN');
    expect(await new Accounts(first).createWebsite(website())).toBeDefined();
    const second = system.accounts.createWebsite(website());
    await untilDoneOrWaiting(pool, second);
    await first.query('COMMIT');
    expect(await second).toBeUndefined();
  } finally {
    first.release();
  }
});

it('gives room again for a website that is deleted, and none to another account', async () => {
  while ((await create()).status === 201);
  const { body } = await send(system.base, tenant.apiKey, 'GET /websites');
  const { websites } = (body as { data: { websites: { id: string; domain: string }[] } }).data;
  // That the account has the domain is what is wrong first.
  const taken = await create(websites[0]?.domain);
  expectError(taken, 'CONFLICT', /already has a website/);
  await remove(websites[1]?.id ?? '');
  expectJson(await create(), 201);
  expectError(await create(), 'CONFLICT', FULL);
  tenant = await system.createTenant();
  expectJson(await create(), 201);
});

it('lets no account make and delete websites all day long', async () => {
  for (let times = 1; times < 2 * MOST; times += 1) {
    const made = await create();
    expectJson(made, 201);
    await remove((made.body as { data: { id: string } }).data.id);
  }
  expectError(await create(), 'CONFLICT', MANY);
  await system.database.pool.query(
    `UPDATE websites SET created_at = created_at - interval '24 hours' WHERE account_id = $1`,
    [tenant.account.id],
  );
  expectJson(await create(), 201);
});

it('takes nothing from an account that has more, and refuses operators nothing', async () => {
  for (let times = 0; times < MOST + 2; times += 1)
    await createWebsite(system.accounts, tenant.account, `w${named++}.example`);
  expectError(await create(), 'CONFLICT', FULL);
  expect(await system.accounts.listWebsites(tenant.account.id)).toHaveLength(MOST + 3);
  const { body } = await send(system.base, tenant.apiKey, 'GET /account');
  expect(body.data.limits.max_websites).toBe(MOST);
});
