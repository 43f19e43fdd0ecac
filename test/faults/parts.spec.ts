import { parseOptions } from './options.js';
import { seededRandom } from '../support/random.js';
import { syncedOf } from './synced-bytes.js';
import { renderTable } from './table.js';

const AOF = '8</tmp/redis/appendonlydir/appendonly.aof.1.incr.aof>';

describe('the bytes that are safe on a disk', () => {
  it.each([
    ['nothing', '', 0],
    [
      'what was written before a sync',
      `7 write(${AOF}, ""..., 100) = 100\n7 fdatasync(${AOF}) = 0`,
      100,
    ],
    [
      'not what was written after it',
      `7 fdatasync(${AOF}) = 0\n7 write(${AOF}, ""..., 100) = 100`,
      0,
    ],
    [
      'not what a sync that never came back was asked for',
      `7 write(${AOF}, ""..., 100) = 100\n7 fdatasync(${AOF} <unfinished ...>`,
      0,
    ],
    [
      'not what was written while a sync was under way',
      [
        `7 write(${AOF}, ""..., 100) = 100`,
        `9 fdatasync(${AOF} <unfinished ...>`,
        `7 write(${AOF}, ""..., 30) = 30`,
        '9 <... fdatasync resumed>) = 0',
      ].join('\n'),
      100,
    ],
    [
      'not what went to a client',
      '7 write(9<socket:[1]>, ""..., 40) = 40\n7 fdatasync(' + AOF + ') = 0',
      0,
    ],
  ])('%s', (_, trace, bytes) => {
    expect(syncedOf(trace)).toBe(bytes);
  });
});

describe('the options', () => {
  it('have defaults', () => {
    expect(parseOptions([])).toMatchObject({
      only: undefined,
      queues: ['postgres', 'redis'],
      short: false,
      seconds: 0,
    });
  });

  it('choose', () => {
    const args = ['--only', '1, m2', '--queue', 'redis', '--seed', '7', '--short'];
    expect(parseOptions(args)).toMatchObject({
      only: ['1', 'M2'],
      queues: ['redis'],
      seed: 7,
      short: true,
    });
  });

  it.each([
    [['--queue', 'kafka'], '--queue is postgres or redis, not kafka'],
    [['--seed', 'x'], '--seed is a whole number, not x'],
    [['--seconds', '-1'], /--seconds/],
  ])('refuse %j', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
  });
});

it('a seed decides what is random', () => {
  const take = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
  expect(take(1)).toEqual(take(1));
  expect(take(1)).not.toEqual(take(2));
  expect(take(1).every((one) => one >= 0 && one < 1)).toBe(true);
});

it('the table has one line per run, with its remarks below', () => {
  const counts = {
    acked: 1_000,
    refused: 0,
    unknown: 0,
    retried: 2,
    stored: 999,
    dead: 0,
    lost: 1,
    doubled: 0,
    foreign: 0,
  };
  const lines = renderTable([
    {
      id: '1',
      name: 'one',
      queue: 'redis',
      result: 'FAILED',
      counts,
      seconds: 12,
      remarks: ['why'],
    },
    { id: '14', name: 'two', queue: 'postgres', result: 'not run', seconds: 0, remarks: [] },
  ]).split('\n');
  expect(lines.map((line) => line.split(/\s+/).filter(Boolean))).toEqual([
    [
      '#',
      'fault',
      'queue',
      'acked',
      'refused',
      'unknown',
      'retried',
      'stored',
      'dead',
      'lost',
      'doubled',
      'foreign',
      'seconds',
      'result',
    ],
    ['1', 'one', 'redis', '1,000', '0', '0', '2', '999', '0', '1', '0', '0', '12', 'FAILED'],
    ['why'],
    ['14', 'two', 'postgres', ...Array.from({ length: 9 }, () => '-'), '0', 'not', 'run'],
  ]);
});
