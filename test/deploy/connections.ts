import { read } from './files.js';

/** A row of the table of connections in docs/configuration.md. */
export interface Row {
  process: string;
  /** The setting that decides the number, if there is one. */
  setting: string | undefined;
  connections: number;
}

/** That table is the source of the figures. All other pages and files repeat them. */
const TABLE = read('docs/configuration.md').split('## Connections to PostgreSQL')[1]!;

/** Returns what one process opens at most, row by row, without the sums. */
export function rowsOf(process: 'API' | 'worker'): Row[] {
  return rows().filter((row) => row.process === process && !row.isSum);
}

/** Returns the sum of a process, as the table gives it. */
export function sumOf(process: 'API' | 'worker'): number {
  return rows().find((row) => row.process === process && row.isSum)!.connections;
}

/**
 * Returns how many connections the database must accept for this number of processes, including
 * those for the operator.
 */
export function connectionsFor(apis: number, workers: number): number {
  return sumOf('API') * apis + sumOf('worker') * workers + 10;
}

function rows(): (Row & { isSum: boolean })[] {
  let process = '';
  return [...TABLE.matchAll(/^\| *(\w*) *\| (.*?) *\| \**(\d+)\** *\|$/gm)].map((match) => {
    const [, name, what = '', connections] = match;
    process = name || process;
    const setting = /`([A-Z_]+)`/.exec(what)?.[1];
    return { process, setting, connections: Number(connections), isSum: what.includes('together') };
  });
}
