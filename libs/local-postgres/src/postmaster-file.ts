import fs from 'node:fs';
import path from 'node:path';
import type { Folder } from './folder.js';

/** What a running server says about itself in `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** The server that last said it runs on this folder; undefined when none does. */
export function readPostmaster(folder: Folder): Postmaster | undefined {
  try {
    const lines = fs.readFileSync(fileOf(folder), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

/** PostgreSQL does not start while a file names a living process, even one that merely got the pid. */
export function removePostmaster(folder: Folder): void {
  fs.rmSync(fileOf(folder), { force: true });
}

const fileOf = ({ data }: Folder) => path.join(data, 'postmaster.pid');
