import { parseArgs } from 'node:util';
import type { TestFlavour } from '@app/testing';
import {
  EXPECTED_DIFFERENCES,
  type ExpectedDifference,
} from './comparison/expected-differences.js';

export const USAGE = `Usage: npm run same-answers -- BEFORE AFTER [options]

Sends the same generated visits to two builds (a folder dist each), reads every report with every parameter
from both, and names the answers that differ. Then AFTER restores a backup of BEFORE, and everything is read
again. Exit status 1 where an answer differs, or where an expected difference does not occur any more.

  --visits 200000            how many visits are sent to each build
  --seed 1                   decides everything that is random; by default by the clock
  --instant 2026-11-20T12:00:00Z   the moment to which all times are relative; by default now
  --flavour plain,timescale  flavours of the database; by default all that are available
  --since 4f84dd5a           expects what was changed on purpose since this commit
  --routes "Bots|Series"     only routes, tools and commands whose name this regular expression finds
  --single                   only one parameter at a time, for a quick look
`;

const FLAVOURS: readonly TestFlavour[] = ['plain', 'timescale', 'citus'];

export interface Options {
  before: string;
  after: string;
  visits: number;
  seed: number;
  /** Epoch milliseconds; undefined for now. */
  instant: number | undefined;
  /** Undefined for all that are available. */
  flavours: readonly TestFlavour[] | undefined;
  expected: readonly ExpectedDifference[];
  routes: RegExp;
  single: boolean;
}

/**
 * Reads the arguments of the command.
 *
 * @throws Error that says what is wrong with the arguments
 */
export function parseOptions(args: string[]): Options | 'help' {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      visits: { type: 'string', default: '200000' },
      seed: { type: 'string' },
      instant: { type: 'string' },
      flavour: { type: 'string' },
      since: { type: 'string' },
      routes: { type: 'string', default: '' },
      single: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const [before, after, ...others] = positionals;
  if (!before || !after || others.length > 0)
    throw new Error('Name two builds: npm run same-answers -- ../before/dist dist');
  return {
    ...{ before, after, single: values.single },
    visits: wholeNumber('--visits', values.visits),
    seed: wholeNumber('--seed', values.seed ?? `${Date.now() % 1_000_000}`),
    instant: values.instant === undefined ? undefined : moment(values.instant),
    flavours: values.flavour?.split(',').map(flavourOf),
    expected: values.since === undefined ? [] : expectedSince(values.since),
    routes: new RegExp(values.routes, 'i'),
  };
}

function expectedSince(commit: string): readonly ExpectedDifference[] {
  const found = EXPECTED_DIFFERENCES[commit];
  if (found) return found;
  const known = Object.keys(EXPECTED_DIFFERENCES).join(', ');
  throw new Error(`--since is one of ${known}, not ${commit}`);
}

function flavourOf(name: string): TestFlavour {
  const found = FLAVOURS.find((flavour) => flavour === name.trim());
  if (found) return found;
  throw new Error(`--flavour is one of ${FLAVOURS.join(', ')}, not ${name}`);
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} is a whole number, not ${text}`);
  return Number(text);
}

function moment(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new Error(`--instant is a moment such as 2026-11-20T12:00:00Z, not ${text}`);
  return time;
}
