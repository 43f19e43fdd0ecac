import { readableLogLine } from './log-line.js';

const line = (record: object) =>
  JSON.stringify({ time: '2026-11-20T12:00:00.000Z', pid: 7, ...record });

it.each([
  [
    line({ level: 'fatal', name: 'api', msg: 'Port 3000 is in use.' }),
    'API, fatal: Port 3000 is in use.',
  ],
  [
    line({ level: 'warn', name: 'worker', queue: 'logs', jobs: [1], msg: 'slow' }),
    'Worker, warn: slow (queue logs, jobs [1])',
  ],
  [
    line({
      level: 'error',
      name: 'api',
      err: { type: 'Error', stack: 'Error: x\n  at y' },
      msg: 'z',
    }),
    'API, error: z\nError: x\n  at y',
  ],
  ['no JSON', 'no JSON'],
  ['7', '7'],
  ['{"some":"thing"}', '{"some":"thing"}'],
])('%s', (said, shown) => {
  expect(readableLogLine(said)).toBe(shown);
});
