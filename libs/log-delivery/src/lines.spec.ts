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

it.each(['a\n', '\n'.repeat(200_000) + ENTRY, 'x'.repeat(2_000_000)])(
  'is not guessed',
  async (text) => {
    await expect(formatOf(text)).rejects.toThrow('The format of access.log is not recognised');
  },
);
