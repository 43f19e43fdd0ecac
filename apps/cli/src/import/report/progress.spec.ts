import { PassThrough } from 'node:stream';
import { eventually } from '@app/testing';
import { duration, showProgress } from './progress.js';

it.each([
  [0, '0 s'],
  [59.6, '1 min 0 s'],
  [75, '1 min 15 s'],
  [7_384, '2 h 3 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

it('draws a bar with rate and time left in a terminal', async () => {
  const terminal = Object.assign(new PassThrough(), {
    isTTY: true,
    columns: 120,
    rows: 30,
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
  });
  let drawn = '';
  terminal.setEncoding('utf8').on('data', (text: string) => (drawn += text));
  const bar = showProgress(terminal, false);
  bar.update(0.25, 1_000);
  await eventually(() => expect(drawn).toMatch(/25 % {2}1,000 lines/));
  // It does not draw everything that it is told.
  await eventually(() => {
    bar.update(0.5, 2_000);
    expect(drawn).toMatch(/50 % {2}2,000 lines {2}[\d,]+ lines\/s {2}\d+ s left/);
  });
  bar.wait('503 the queue is full');
  await eventually(() => expect(drawn).toContain('waiting: 503 the queue is full'));
  bar.end();
});

it('prints nothing with quiet, and little into a file', () => {
  const file = new PassThrough();
  for (const quiet of [true, false]) {
    const bar = showProgress(file, quiet);
    bar.update(0.5, 2_000);
    bar.end();
  }
  expect(file.read()).toBeNull();
});
