import { parseArgs } from 'node:util';
import type { QueueName } from '../support/stores.js';

export const USAGE = `Usage: npm run faults -- [options]

Breaks the built service in every way it must survive, on throw-away stores, and compares what was
acknowledged with what is stored. Exit status 1 where a fault lost or doubled an entry, and where a
mutation of the product was not noticed.

  --only 1,4,M1         these faults and mutations; by default all
  --queue redis         on this queue backend: redis or postgres; by default on both
  --short               a tenth of the repetitions: a few minutes for all
  --seed 1              what is random is decided by it; by default by the clock
  --seconds 3600        all over again, with the next seed, until this long has passed
  --list                only say what there is
`;

export interface Options {
  only: string[] | undefined;
  queues: readonly QueueName[];
  short: boolean;
  seed: number;
  seconds: number;
  list: boolean;
}

/**
 * Reads the arguments of the command.
 *
 * @throws Error that says what is wrong with the arguments
 */
export function parseOptions(args: string[]): Options | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      queue: { type: 'string' },
      short: { type: 'boolean', default: false },
      seed: { type: 'string' },
      seconds: { type: 'string', default: '0' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    only: values.only?.split(',').map((id) => id.trim().toUpperCase()),
    queues: queuesOf(values.queue),
    short: values.short,
    seed: wholeNumber('--seed', values.seed ?? `${Date.now() % 1_000_000}`),
    seconds: wholeNumber('--seconds', values.seconds),
    list: values.list,
  };
}

function queuesOf(name: string | undefined): readonly QueueName[] {
  if (name === undefined) return ['postgres', 'redis'];
  if (name === 'postgres' || name === 'redis') return [name];
  throw new Error(`--queue is postgres or redis, not ${name}`);
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} is a whole number, not ${text}`);
  return Number(text);
}
