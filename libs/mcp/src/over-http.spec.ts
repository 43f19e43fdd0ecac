import { listedTools } from './listed-tools.js';
import type { Ask } from './ask.js';
import { answerMcp } from './over-http.js';

const HEADERS = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};

/** Sends one message, and returns the result of its answer. */
async function resultOf(method: string, params: object, ask: Ask = neverAsked) {
  const { status, body } = await answerMcp(
    { url: 'http://mcp.test/mcp', headers: HEADERS, body: { ...ENVELOPE, method, params } },
    { version: '1', ask, patienceMs: 10 },
  );
  expect(status).toBe(200);
  return (JSON.parse(body) as { result: unknown }).result;
}
const ENVELOPE = { jsonrpc: '2.0', id: 1 };
const neverAsked: Ask = () => Promise.reject(new Error('Nobody asks'));

const listWebsites = (ask: Ask) =>
  resultOf('tools/call', { name: 'list_websites', arguments: {} }, ask);
const refused = (message: string) => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify({ error: message }) }],
});

it('lists the tools that were made once', async () => {
  expect(listedTools()).toBe(listedTools());
  expect(await resultOf('tools/list', {})).toEqual(listedTools());
});

it('says so when the API does not answer in time', async () => {
  const silent: Ask = () => new Promise(() => undefined);
  expect(await listWebsites(silent)).toEqual(
    refused(
      'The service has not answered this question within 30 seconds: ask for fewer days or rows, or again later',
    ),
  );
});

it('refuses an answer that is too long, and tells how long it is', async () => {
  const websites = (count: number) =>
    Array.from({ length: count }, () => ({ id: 'ws_1', domain: 'x'.repeat(200) }));
  const tell = (count: number) =>
    listWebsites(async () => ({ kind: 'data', data: { websites: websites(count) } }));
  expect(await tell(2_000)).toMatchObject({ structuredContent: { websites: websites(2_000) } });
  expect(await tell(3_000)).toEqual(
    refused(
      'This answer has 663 KiB, and 512 is all that an answer may have: ask for fewer days or rows, or for longer steps of time',
    ),
  );
});
