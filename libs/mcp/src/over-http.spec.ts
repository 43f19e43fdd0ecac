import type { SendRequest } from './api-request.js';
import { listedTools } from './listed-tools.js';
import { answerMcp } from './over-http.js';

const HEADERS = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};
const NOW = Date.UTC(2026, 10, 20, 12);

/** Sends one message, and returns the result of its answer. */
async function resultOf(method: string, params: object, sendRequest: SendRequest = neverSent) {
  const { status, body } = await answerMcp(
    { url: 'http://mcp.test/mcp', headers: HEADERS, body: { ...ENVELOPE, method, params } },
    { version: '1', sendRequest, now: () => NOW, patienceMs: 10 },
  );
  expect(status).toBe(200);
  return (JSON.parse(body) as { result: unknown }).result;
}
const ENVELOPE = { jsonrpc: '2.0', id: 1 };
const neverSent: SendRequest = (path) => Promise.reject(new Error(`${path} was requested`));

const call = (name: string, args: object | undefined, sendRequest?: SendRequest) =>
  resultOf('tools/call', { name, arguments: args }, sendRequest);
const refused = (message: string) => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify({ error: message }) }],
});

it('lists the tools that were made once', async () => {
  expect(listedTools()).toBe(listedTools());
  expect(await resultOf('tools/list', {})).toEqual(listedTools());
});

it('refuses what no tool takes before anything is requested', async () => {
  expect(await call('list_bot', {})).toEqual(
    refused(
      `There is no tool list_bot; there are ${listedTools()
        .tools.map(({ name }) => name)
        .join(', ')}`,
    ),
  );
  expect(await call('list_websites', { bot: 'GPTBot' })).toEqual(
    refused('list_websites takes no bot; it takes limit'),
  );
});

it('returns the sentence of the API when it refuses a request', async () => {
  const refusing: SendRequest = async () => ({ kind: 'refused', message: 'No.' });
  expect(await call('list_websites', undefined, refusing)).toEqual(refused('No.'));
});

it('says so when the API does not respond in time', async () => {
  const silent: SendRequest = () => new Promise(() => undefined);
  expect(await call('list_websites', {}, silent)).toEqual(
    refused(
      'The service did not respond within 30 seconds: request fewer days or rows, or try again later',
    ),
  );
});

it('refuses an answer that is too long, and says how long it is', async () => {
  const bots = (count: number) =>
    Array.from({ length: count }, () => ({
      ...{ name: 'x'.repeat(200), provider: 'y', category: 'ai_search', pages: 0, share: null },
    }));
  const counts = { pages: 0, read: 0, share: null, asked_not_read: 0, with_errors: 0 };
  const answer = (count: number) =>
    call('get_coverage', { website: 'ws_1' }, async () => ({
      kind: 'data',
      data: { of: 'visited', counts, categories: [], bots: bots(count), pages: [] },
    }));
  expect(await answer(1_500)).toMatchObject({ structuredContent: { bots: bots(1_500) } });
  expect(await answer(2_000)).toEqual(
    refused(
      'This answer has 534 KiB, and 512 is all that an answer may have: request fewer days or rows',
    ),
  );
});
