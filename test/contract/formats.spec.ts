// In which format a list is answered: as `format` says, or else as the header `Accept` does.
import { once } from 'node:events';
import { type IncomingMessage, request as open } from 'node:http';
import { text } from 'node:stream/consumers';
import { aLogEntryInput, GPTBOT } from '@app/testing';
import { formatsOf, MEDIA_TYPES } from '../../apps/api/src/http/formats.js';
import { ROUTES } from '../support/declared-routes.js';
import { ingest } from '../support/http.js';
import { shareSystemOn } from '../support/shared-system.js';
import { createWebsite, type System, type Tenant } from '../support/system-on-queue.js';

let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await shareSystemOn('postgres');
  tenant = await system.createTenant();
  const timestamp = new Date().toISOString();
  await ingest(system.base, tenant.botKey, [aLogEntryInput({ timestamp, user_agent: GPTBOT })]);
  await system.untilVisits(tenant.website, 1);
});
afterAll(() => system.stop());

/** Asks with exactly these headers. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const all = { 'x-api-key': tenant.apiKey, ...headers };
  const url = `${system.base}${path.replace(':id', tenant.website.public_id)}`;
  const asked = open(url, { method, headers: all }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}
const typeOf = ({ headers }: { headers: IncomingMessage['headers'] }) =>
  headers['content-type']?.split(';')[0];

/** Deliveries need a webhook, and are lists like the others. */
const LISTS = ROUTES.filter((route) => formatsOf(route).length > 1).filter(
  ({ path }) => !path.includes('/webhooks/:id'),
);

it('there are lists of which some have three formats', () => {
  expect(LISTS.length).toBeGreaterThan(20);
  expect(ROUTES.filter((route) => formatsOf(route).includes('ndjson')).map(({ id }) => id)).toEqual(
    ['listVisits', 'exportVisits'],
  );
});

describe.each(LISTS.map((route) => [route.path, route] as const))('%s', (path, route) => {
  it.each(formatsOf(route))('answers %s to who accepts it, as `format` does', async (format) => {
    const accept = MEDIA_TYPES[format];
    const [accepted, named] = [await ask(path, { accept }), await ask(`${path}?format=${format}`)];
    for (const answer of [accepted, named])
      expect([answer.status, typeOf(answer)]).toEqual([200, accept]);
    expect(accepted.headers['content-disposition']).toBe(named.headers['content-disposition']);
    expect(accepted.headers.vary).toBe('accept, accept-encoding');
    expect(named.headers.vary).toBe('accept, accept-encoding');
  });
});

const BOTS = '/api/v1/websites/:id/bots';
const VISITS = '/api/v1/websites/:id/visits';

it.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/json, text/csv;q=0.9', 'application/json'],
  ['text/csv, application/json;q=0.9', 'text/csv'],
  ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'application/json'],
  ['text/html', 'application/json'],
  ['application/x-ndjson', 'application/json'],
])('Accept: %s gets bots as %s', async (accept, type) => {
  const answer = await ask(BOTS, accept === undefined ? {} : { accept });
  expect([answer.status, typeOf(answer)]).toEqual([200, type]);
});

it('`format` in the address wins over Accept', async () => {
  const csv = { accept: 'text/csv' };
  expect(typeOf(await ask(`${BOTS}?format=json`, csv))).toBe('application/json');
  expect(typeOf(await ask(`${VISITS}?format=ndjson`, csv))).toBe('application/x-ndjson');
  const wrong = await ask(`${BOTS}?format=xml`, csv);
  expect([wrong.status, typeOf(wrong)]).toEqual([400, 'application/json']);
});

it('what has one format says that it depends on nothing but the encoding, and errors are JSON', async () => {
  const accept = { accept: 'text/csv' };
  const summary = await ask('/api/v1/websites/:id/summary', accept);
  expect([typeOf(summary), summary.headers.vary]).toEqual(['application/json', 'accept-encoding']);
  const error = await ask('/api/v1/websites/ws_0/bots', accept);
  expect([error.status, typeOf(error)]).toEqual([404, 'application/json']);
});

it('a list that is a stream follows Accept, too', async () => {
  const answer = await ask(`${VISITS}?limit=2000`, { accept: 'application/x-ndjson' });
  expect(answer.headers['content-length']).toBeUndefined();
  expect(answer.headers.vary).toBe('accept, accept-encoding');
  expect(JSON.parse(answer.body)).toMatchObject({ bot: 'GPTBot' });
});

it('the next part of a list that was accepted as CSV is asked for in the same way', async () => {
  await createWebsite(system.accounts, tenant.account, 'second.example');
  const first = await ask('/api/v1/websites?limit=1', { accept: 'text/csv' });
  const [, next = ''] = /^<(.+)>; rel="next"$/.exec(`${first.headers.link}`) ?? [];
  const second = await ask(`/api/v1/websites${next}`, { accept: 'text/csv' });
  expect([typeOf(second), second.body.split('\r\n').length]).toEqual(['text/csv', 3]);
});
