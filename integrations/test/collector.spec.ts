import { Collector, type Entry, type Options } from '../botgauge.js';

const entry = (path = '/'): Entry => ({
  timestamp: 1,
  method: 'GET',
  host: 'example.com',
  path,
  status_code: 200,
  ip: '192.0.2.17',
  user_agent: 'x',
});

interface Sent {
  id: string;
  paths: string[];
}

/** A collector on a network that answers as the test says, and what was sent and dropped. */
function onNetwork(answers: (number | 'broken')[], options: Partial<Options> = {}) {
  const sent: Sent[] = [];
  const dropped: { entries: number; reason: string }[] = [];
  const network = async (_: unknown, init: RequestInit = {}) => {
    const paths = (JSON.parse(String(init.body)) as Entry[]).map(({ path }) => path);
    sent.push({ id: new Headers(init.headers).get('idempotency-key') ?? '', paths });
    const answer = answers.shift() ?? 200;
    if (answer === 'broken') throw new Error('broken');
    return new Response('{}', { status: answer });
  };
  const collector = new Collector({
    url: 'http://botgauge.test',
    key: 'bot_1',
    collectMs: 1,
    pauseMs: 1,
    onDrop: (one) => dropped.push(one),
    fetch: network as typeof fetch,
    ...options,
  });
  return { collector, sent, dropped };
}

it('joins what comes together, and sends a full batch at once', async () => {
  const { collector, sent } = onNetwork([], { batchSize: 3, collectMs: 50 });
  await Promise.all(['/1', '/2', '/3', '/4'].map((path) => collector.note(() => entry(path))));
  await collector.flush();
  expect(sent.map(({ paths }) => paths)).toEqual([['/1', '/2', '/3'], ['/4']]);
});

it('tries again under the same name, and gives each batch a name of its own', async () => {
  const { collector, sent, dropped } = onNetwork([503, 'broken', 200, 200]);
  await collector.note(entry);
  await collector.note(entry);
  expect(sent).toHaveLength(4);
  const [first, second, third, other] = sent.map(({ id }) => id);
  expect([second, third]).toEqual([first, first]);
  expect(other).not.toBe(first);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(dropped).toEqual([]);
});

it.each([408, 409, 429, 500, 503])(
  'tries again after %d, a few times, and says so',
  async (status) => {
    const { collector, sent, dropped } = onNetwork([status, status, status]);
    await collector.note(entry);
    expect(sent).toHaveLength(3);
    expect(dropped).toEqual([{ entries: 1, reason: `the service answered ${status}` }]);
  },
);

it.each([301, 400, 401, 403, 404, 413])('drops a batch at once after %d', async (status) => {
  const { collector, sent, dropped } = onNetwork([status]);
  await collector.note(entry);
  expect(sent).toHaveLength(1);
  expect(dropped).toEqual([{ entries: 1, reason: `the service answered ${status}` }]);
});

it('holds a bounded number of entries, and tells later how many it did not take', async () => {
  const { collector, sent, dropped } = onNetwork([], { mostHeld: 5, collectMs: 20 });
  await Promise.all(Array.from({ length: 12 }, () => collector.note(entry)));
  await collector.flush();
  expect(sent.map(({ paths }) => paths.length)).toEqual([5]);
  expect(dropped).toEqual([{ entries: 7, reason: 'too many entries wait' }]);
});

it('holds only the beginning of long texts', async () => {
  const { collector, sent } = onNetwork([]);
  await collector.note(() => entry('/'.repeat(5_000)));
  expect(sent[0]?.paths[0]).toHaveLength(2_048);
});

it('throws nothing into the request, whatever fails', async () => {
  const { collector } = onNetwork([400], {
    onDrop: () => {
      throw new Error('the hook');
    },
  });
  await collector.note(entry);
  await collector.note(() => {
    throw new Error('the entry');
  });
});

it('sends what a request left behind that the platform has ended', async () => {
  jest.useFakeTimers();
  const { collector, sent } = onNetwork([], { collectMs: 1_000 });
  void collector.note(() => entry('/first'));
  // Its timer never comes.
  jest.clearAllTimers();
  jest.setSystemTime(Date.now() + 2_500);
  const next = collector.note(() => entry('/next'));
  await jest.advanceTimersByTimeAsync(1_000);
  await next;
  jest.useRealTimers();
  expect(sent.map(({ paths }) => paths)).toEqual([['/first', '/next']]);
});

it('takes entries again after batches whose requests the platform has ended', async () => {
  jest.useFakeTimers();
  const never = jest.fn(() => new Promise<Response>(() => undefined));
  const { collector } = onNetwork([], { mostHeld: 1, batchSize: 1, fetch: never });
  void collector.note(entry);
  void collector.note(entry);
  jest.setSystemTime(Date.now() + 60_000);
  void collector.note(entry);
  jest.useRealTimers();
  expect(never).toHaveBeenCalledTimes(2);
});

it('asks for an address and a key', () => {
  expect(() => new Collector({ url: '', key: 'bot_1' })).toThrow('Botgauge needs url and key');
});
