import { type Batch, readBatches } from './read-batches.js';

async function* chunked(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function all(text: string, size = 7): Promise<Batch[]> {
  const batches: Batch[] = [];
  for await (const batch of readBatches(chunked(text, size))) batches.push(batch);
  return batches;
}

describe('readBatches', () => {
  it('splits at line feeds only, whatever the chunks, and keeps line numbers', async () => {
    const lines = ['\ufeff{"user_agent":"a\u2028é"}', '', '{"n":2}\r', '{"n":3}'];
    const [batch, ...more] = await all(lines.join('\n'));
    expect(more).toEqual([]);
    expect(JSON.parse(batch?.body ?? '')).toEqual([{ user_agent: 'a\u2028é' }, { n: 2 }, { n: 3 }]);
    expect(batch?.lines).toEqual([1, 3, 4]);
  });

  it('makes batches of at most 1000 entries', async () => {
    const batches = await all('{"timestamp":1790000000000}\n'.repeat(2001), 65_536);
    expect(batches.map(({ lines }) => lines.length)).toEqual([1000, 1000, 1]);
    expect(batches[2]?.span).toEqual({ first: 1790000000000, last: 1790000000000 });
  });

  it('has nothing to give for an empty file', async () => {
    expect(await all('\n\n')).toEqual([]);
  });

  it.each([
    ['{"n":1}\n{n:2}', /^Line 2 is not JSON/],
    ['[{"n":1}]', /^Line 1 is not a log entry/],
    ['"text"', /^Line 1 is not a log entry/],
    [`{}\n${'x'.repeat(1_100_000)}`, /^Line 2 is longer than 512 KiB/],
  ])('names the line that is wrong', async (text, message) => {
    await expect(all(text, 65_536)).rejects.toThrow(message);
  });
});
