// How much the readers of shared links may ask.
import { stopTimeInEachTest } from '@app/testing';
import { Browser, OWN_PAGE, signIn } from '../support/browser.js';
import { type Answer, expectError, expectJson, rateLimitOf, send } from '../support/http.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

let system: System;
/** An API that believes what a proxy says about addresses. */
let base: string;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystemOn('postgres', { env: { TRUST_PROXY: '1' } });
  base = system.base;
});
beforeEach(async () => {
  tenant = await system.createTenant({ plan: 'free' });
});
afterAll(() => system.stop());

/** Makes a shared link, and returns its token. */
async function make({ website, apiKey }: Tenant): Promise<string> {
  const route = `POST /websites/${website.public_id}/shares` as const;
  const made = await send(base, apiKey, route, { name: 'An agency' });
  expectJson(made, 201);
  return made.body.data.token as string;
}

const AT_A_TIME = 10;

describe('Requests of readers', () => {
  stopTimeInEachTest();
  /** Reads with the token of a link as a browser at this address does. */
  const at = (base: string, token: string, address: string) => {
    const browser = new Browser(base, `share.${token}`);
    const headers = { ...OWN_PAGE, 'x-forwarded-for': address };
    return (route = 'GET /session' as const) => browser.ask(route, undefined, headers);
  };
  /**
   * Asks some at a time: on a busy machine, a hundred at once wait longer for a connection to the
   * database than the API does, and what it cannot count there it counts apart, in memory.
   */
  const many = async (count: number, ask: () => Promise<Answer>) => {
    let answered = 0;
    for (let asked = 0; asked < count; asked += AT_A_TIME) {
      const length = Math.min(AT_A_TIME, count - asked);
      const answers = await Promise.all(Array.from({ length }, ask));
      answered += answers.filter(({ status }) => status === 200).length;
    }
    return answered;
  };
  const OF_ADDRESS =
    /^Too many requests from your address for the shared links of this account; try again in/;
  const OF_ALL =
    /^Too many requests from all readers of the shared links of this account together; try again/;

  it('count for all links of an account together, and for each address', async () => {
    const tokens = [await make(tenant), await make(tenant)] as const;
    const first = at(base, tokens[0], '192.0.2.1');
    expect(rateLimitOf(await first())).toMatchObject({ limit: 100, remaining: 99 });
    expect(await many(120, first)).toBe(99);
    const refused = await at(base, tokens[1], '192.0.2.1')();
    expectError(refused, 'RATE_LIMITED', OF_ADDRESS);
    expect(rateLimitOf(refused)).toMatchObject({ limit: 100, remaining: 0 });

    // What was refused to one address was not counted for the others.
    expect(await many(100, at(base, tokens[1], '192.0.2.2'))).toBe(100);
    const third = await at(base, tokens[0], '2001:db8::1')();
    expect(rateLimitOf(third)).toMatchObject({ limit: 100, remaining: 99 });
    expect(await many(50, at(base, tokens[0], '2001:db8::2'))).toBe(50);
    const fourth = at(base, tokens[1], '192.0.2.4');
    expect(rateLimitOf(await fourth())).toMatchObject({ limit: 300, remaining: 48 });
    expect(await many(60, fourth)).toBe(48);
    const late = await at(base, tokens[0], '192.0.2.5')();
    expectError(late, 'RATE_LIMITED', OF_ALL);
    expect(rateLimitOf(late)).toMatchObject({ limit: 300, remaining: 0 });
    const opening = await signIn(base, { share: tokens[1] }, { 'x-forwarded-for': '192.0.2.6' });
    expectError(opening, 'RATE_LIMITED', OF_ALL);
  });

  it('take nothing from the account, or from readers of other accounts', async () => {
    const token = await make(tenant);
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      expect(await many(100, at(base, token, address))).toBe(100);
    expectError(await at(base, token, '192.0.2.4')(), 'RATE_LIMITED', OF_ALL);
    const account = await Browser.signedIn(base, tenant.apiKey);
    expect(rateLimitOf(await account.ask('GET /websites')).remaining).toBe(298);
    const other = await system.createTenant({ plan: 'free' });
    const neighbour = at(base, await make(other), '192.0.2.1');
    expect(rateLimitOf(await neighbour())).toMatchObject({ limit: 100, remaining: 99 });
  });
});
