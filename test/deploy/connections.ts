import { read } from './files.js';

/** A row of the table of connections in docs/configuration.md. */
export interface Row {
  process: string;
  /** The setting that decides it, where there is one. */
  setting: string | undefined;
  connections: number;
}

/** That table is where the figures are told; every other page and file repeats them. */
const TABLE = read('docs/configuration.md').split('## Connections to PostgreSQL')[1]!;

/** What one process opens at most, row by row, the sums left out. */
export function rowsOf(process: 'API' | 'worker'): Row[] {
  return rows().filter((row) => row.process === process && !row.isSum);
}

/** The sum of a process, as the table says it. */
export function sumOf(process: 'API' | 'worker'): number {
  return rows().find((row) => row.process === process && row.isSum)!.connections;
}

/** What the database must take for so many processes, with what the operator needs besides. */
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
