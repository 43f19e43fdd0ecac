import { LineSplitter } from '@app/log-formats';
import { readLines, recognise } from './lines.js';

const NOW = Date.UTC(2026, 10, 20);
const ENTRY = '192.0.2.7 - - [17/May/2025:10:05:03 +0000] "GET / HTTP/1.1" 200 5 "-" "a"\n';

async function* chunksOf(text: string) {
  for (let at = 0; at < text.length; at += 65_536) {
    yield Buffer.from(text.slice(at, at + 65_536));
  }
}
const formatOf = (text: string) =>
  recognise('access.log', readLines(chunksOf(text), new LineSplitter()), { now: NOW });

it('is recognised after a start that is not a log, and no line is lost', async () => {
  const { format, lines } = await formatOf(`${'starting up\n'.repeat(7_000)}${ENTRY}`);
  expect(format).toBe('combined');
  let count = 0;
  for await (const some of lines) count += some.length;
  expect(count).toBe(7_001);
});

it('is unknown when there are only comments', async () => {
  expect((await formatOf('#Version: 1.0\n\n')).format).toBeUndefined();
  expect((await formatOf('')).format).toBeUndefined();
});

it('takes no longer to recognise when it comes in small pieces, and holds a bounded start', async () => {
  const line = `${'x'.repeat(4_000)}\n`;
  let read = 0;
  let examined = 0;
  async function* pieces() {
    for (; ; read += line.length) yield await Promise.resolve(Buffer.from(line));
  }
  // Every recognition asks once for each format, and nothing else does.
  const options = {
    get now() {
      return NOW;
    },
    get fields() {
      examined += 1;
      return undefined;
    },
  };
  const found = recognise('access.log', readLines(pieces(), new LineSplitter()), options);
  await expect(found).rejects.toThrow('none of its first');
  expect(read).toBeLessThanOrEqual(8 * 1024 * 1024);
  expect(examined).toBeLessThan(1_000);
});

it('is recognised at a pause, however much of it was examined before', async () => {
  async function* growing() {
    yield Buffer.from('starting up\n'.repeat(500));
    yield await Promise.resolve(Buffer.from(ENTRY));
    yield Buffer.alloc(0);
    throw new Error('it was not recognised at the pause');
  }
  const lines = readLines(growing(), new LineSplitter());
  expect((await recognise('access.log', lines, { now: NOW })).format).toBe('combined');
});

it.each(['a\n', '\n'.repeat(200_000) + ENTRY, 'x'.repeat(2_000_000)])(
  'is not guessed',
  async (text) => {
    await expect(formatOf(text)).rejects.toThrow('The format of access.log is not recognised');
  },
);
