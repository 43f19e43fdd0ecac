import { createDockerReader } from './docker.js';

const OPTIONS = { now: Date.UTC(2026, 10, 20, 12), host: '' };
const LINE = '192.0.2.7 - - [04/Apr/2026:12:57:53 +0000] "GET /a HTTP/1.1" 200 5 "-" "curl/8"\n';
const written = (log: string, stream = 'stdout') =>
  JSON.stringify({ log, stream, time: '2026-04-04T12:57:54.123456789Z' });
const PART = [{ kind: 'skip', reason: 'comment' }];

it('joins the parts of a line, with what the other stream writes between them', () => {
  const reader = createDockerReader(OPTIONS);
  expect(reader.readLine(written(LINE.slice(0, 30)))).toEqual(PART);
  expect(reader.readLine(written('started', 'stderr'))).toEqual(PART);
  expect(reader.readLine(written(LINE.slice(30, 60)))).toEqual(PART);
  expect(reader.readLine(written(LINE.slice(60)))).toMatchObject([{ entry: { path: '/a' } }]);
  const rest = [{ kind: 'skip', reason: 'no_visit' }];
  expect(reader.readLine(written(' at last\n', 'stderr'))).toEqual(rest);
});

it('continues in the middle of a line after the preamble', () => {
  const first = createDockerReader(OPTIONS);
  first.readLine(written(LINE.slice(0, 30)));
  first.readLine(written(LINE.slice(30, 60)));
  const second = createDockerReader(OPTIONS);
  for (const line of first.preamble()) expect(second.readLine(line)).toEqual(PART);
  expect(second.readLine(written(LINE.slice(60)))).toEqual(first.readLine(written(LINE.slice(60))));
  expect(first.preamble()).toEqual([]);
});

it('keeps no more parts than a line of docker has, however small they are', () => {
  const reader = createDockerReader(OPTIONS);
  const results = Array.from({ length: 1_000 }, () => reader.readLine(written('')));
  expect(results.flat().filter(({ kind }) => kind === 'reject')).toHaveLength(3);
  expect(reader.preamble().length).toBeLessThanOrEqual(256);
});

it('keeps no more streams than docker has', () => {
  const reader = createDockerReader(OPTIONS);
  for (let stream = 0; stream < 1_000; stream++) reader.readLine(written('x', `${stream}`));
  expect(reader.preamble()).toHaveLength(4);
  expect(reader.readLine(written(LINE))).toMatchObject([{ kind: 'entry' }]);
});

it('keeps nothing of a part but its text', () => {
  const reader = createDockerReader(OPTIONS);
  reader.readLine(JSON.stringify({ log: 'a', stream: 'stdout', attrs: { x: 'x'.repeat(9_999) } }));
  expect(reader.preamble()).toEqual(['{"log":"a","stream":"stdout"}']);
});

it('keeps no more than a mebibyte of parts', () => {
  const reader = createDockerReader(OPTIONS);
  const part = written('x'.repeat(16 * 1024));
  for (let i = 0; i < 64; i++) expect(reader.readLine(part)).toEqual(PART);
  expect(reader.readLine(part)).toMatchObject([{ kind: 'reject', reason: 'too_long' }]);
  expect(reader.preamble()).toEqual([]);
  expect(reader.readLine(written(LINE))).toMatchObject([{ kind: 'entry' }]);
});
