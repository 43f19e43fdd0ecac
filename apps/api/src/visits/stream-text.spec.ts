import { setImmediate as turn } from 'node:timers/promises';
import { streamText } from './stream-text.js';

/** Watches a stream, and counts what is made and held. */
function watched() {
  const seen = { made: 0, ended: false, held: 0, broken: [] as unknown[], end: () => {} };
  async function* texts(most = Infinity): AsyncGenerator<string> {
    try {
      while (seen.made < most) {
        seen.made++;
        await turn();
        yield 'x'.repeat(100);
      }
    } finally {
      seen.ended = true;
    }
  }
  const watch = {
    hold: (bytes: number) => {
      seen.held += bytes;
      return () => void (seen.held -= bytes);
    },
    atEnd: (end: () => void) => void (seen.end = end),
    whenBroken: (error: unknown) => void seen.broken.push(error),
  };
  return { seen, texts, watch };
}

const settled = async () => {
  for (let turns = 0; turns < 20; turns++) await turn();
};

it('makes no more texts than its reader takes, and ends when the reader leaves', async () => {
  const { seen, texts, watch } = watched();
  const stream = streamText(texts(), watch);
  const reading = stream[Symbol.asyncIterator]();
  for (let read = 0; read < 10; read++) await reading.next();
  await settled();
  expect(seen.made).toBeLessThanOrEqual(12);
  expect(seen.held).toBe(300);
  stream.destroy();
  seen.end();
  await settled();
  expect(seen).toMatchObject({ ended: true, held: 0, broken: [] });
  expect(seen.made).toBeLessThanOrEqual(12);
});

it('holds the last texts until the answer has gone out', async () => {
  const { seen, texts, watch } = watched();
  await streamText(texts(5), watch).toArray();
  expect(seen.held).toBe(300);
  seen.end();
  expect(seen.held).toBe(0);
});

it('tells why it is broken off', async () => {
  const { seen, watch } = watched();
  async function* failing(): AsyncGenerator<string> {
    yield 'x';
    await turn();
    throw new Error('the database is away');
  }
  const read = streamText(failing(), watch).toArray();
  await expect(read).rejects.toThrow('the database is away');
  expect(seen.broken).toEqual([new Error('the database is away')]);
});

it('holds nothing of what is made after the answer has ended', async () => {
  const { seen, texts, watch } = watched();
  const stream = streamText(texts(5), watch);
  seen.end();
  await stream.toArray();
  expect(seen.held).toBe(0);
});
