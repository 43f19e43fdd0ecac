import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run mutations -- [options] [NAME...]

Makes faults on purpose, one after the other, in a copy of the sources, and says which test fails.
Exit status 1 where no test fails, or where a patch no longer applies. Without names, all of them.

  --list    only say what there is
`;

export interface Options {
  /** The names of mutations; none means all of them. */
  names: string[];
  list: boolean;
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
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return values.help ? 'help' : { names: positionals, list: values.list };
}

/**
 * Returns those that were asked for, in the order in which they were named.
 *
 * @throws Error that names one that is not there
 */
export function choose<Named extends { name: string }>(all: Named[], names: string[]): Named[] {
  if (names.length === 0) return all;
  return names.map((name) => {
    const found = all.find((one) => one.name === name);
    if (!found) throw new Error(`There is no mutation ${name}; see --list`);
    return found;
  });
}
