import { FINDING_KINDS } from '@app/findings';
import { currentLists } from '../support/current-lists.js';
import { expectJson, exchange, get } from '../support/http.js';
import { makeOdd, makeUsual, ODD } from '../support/odd-website.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  const env = { VERIFY_LISTS: currentLists() };
  system = await startSystemOn('postgres', { env });
});
beforeEach(async () => {
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

interface Found {
  kind: string;
  text: string;
  since: string | null;
  [figure: string]: unknown;
}

const pathOf = ({ website }: Tenant) => `/websites/${website.public_id}/findings`;

async function findings(base = system.base, query = ''): Promise<Found[]> {
  const answer = await get(base, `${pathOf(tenant)}${query}`, tenant.apiKey);
  expectJson(answer, 200);
  return (answer.body.data as { findings: Found[] }).findings;
}

it('tells each kind with its figures, in the order of their weight', async () => {
  await makeOdd(system, tenant);
  const found = (await findings()).filter(({ kind }) => kind !== 'old_lists');
  const nothing = {
    ...{ bot: null, page: null, feed: null, group: null, of_group: null },
    ...{ visits: null, of_visits: null },
  };
  expect(found.map(({ text: _text, since: _since, ...figures }) => figures)).toEqual(
    Object.entries(ODD).map(([kind, figures]) => ({ kind, ...nothing, ...figures })),
  );
  expect(found.map(({ kind }) => kind)).toEqual(FINDING_KINDS.slice(0, 4));
  const [silent, failing, stopped] = found;
  expect(failing?.text).toBe(
    '/old answered 12 of 12 visits of AI bots with an error in the last 7 days.',
  );
  expect(failing?.since).toBeNull();
  const day = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
  expect(stopped?.since).toBe(`${day}T00:00:00.000Z`);
  expect(Date.now() - Date.parse(silent?.since ?? '')).toBeGreaterThan(47 * 3_600_000);
});

it('tells what was worth a look at the end of a day of the past', async () => {
  await makeOdd(system, tenant);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const [stopped, ...others] = await findings(system.base, `?until=${day(1)}`);
  expect(others).toEqual([]);
  expect(stopped).toMatchObject({ kind: 'stopped_bot', since: `${day(4)}T00:00:00.000Z` });
  expect(await findings(system.base, `?until=${day(5)}`)).toEqual([]);
  const kinds = async (query: string) =>
    (await findings(system.base, query)).map(({ kind }) => kind).sort();
  // Today, and days to come, are as without it.
  expect(await kinds(`?until=${day(0)}`)).toEqual(await kinds(''));
  expect(await kinds(`?until=${day(-3)}`)).toEqual(await kinds(''));
});

it('tells nothing where nothing is odd, and lists only where they are old', async () => {
  await makeUsual(system, tenant);
  const withoutLists = await system.startApi({ VERIFY_LISTS: 'off' });
  expect(await findings(withoutLists)).toEqual([]);
  const kinds = (await findings()).map(({ kind }) => kind);
  expect(['', 'old_lists']).toContain(kinds.join());
});

it('tells them as CSV', async () => {
  await makeOdd(system, tenant);
  const { text } = await exchange(`${system.base}/api/v1${pathOf(tenant)}?format=csv`, {
    headers: { 'x-api-key': tenant.apiKey },
  });
  const [head, , failing] = text.split(/\r?\n/);
  expect(head).toBe('kind,text,bot,page,feed,group,of_group,since,visits,of_visits');
  expect(failing).toMatch(/^failing_page,.*,,\/old,,,,,12,12$/);
});

it('tells an account nothing of a website without any visit', async () => {
  const withoutLists = await system.startApi({ VERIFY_LISTS: 'off' });
  expect(await findings(withoutLists)).toEqual([]);
});
