import { firstBytes } from './first-bytes.js';

async function* chunksOf(...texts: string[]) {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += Buffer.from(chunk).toString();
  return text;
}

it('gives the start of a stream, and everything in the same order', async () => {
  for (const texts of [['abcdef'], ['a', 'b', 'cdef'], ['ab'], []]) {
    const { start, all } = await firstBytes(chunksOf(...texts), 3);
    expect(Buffer.from(start).toString()).toBe(texts.join('').slice(0, 3));
    expect(await textOf(all)).toBe(texts.join(''));
  }
});

it('keeps an error for whoever reads on, after what came before it', async () => {
  async function* failing() {
    yield await Promise.resolve(Buffer.from('ab'));
    throw new Error('gone');
  }
  const { start, all } = await firstBytes(failing(), 3);
  expect(start).toHaveLength(2);
  let text = '';
  await expect(async () => {
    for await (const chunk of all) text += chunk.toString();
  }).rejects.toThrow('gone');
  expect(text).toBe('ab');
});

it('ends a stream that nobody reads', async () => {
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) yield await Promise.resolve(Buffer.from('a'));
    } finally {
      isEnded = true;
    }
  }
  await (await firstBytes(endless(), 3)).close();
  expect(isEnded).toBe(true);
});
