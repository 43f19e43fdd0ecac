import fs from 'node:fs';
import path from 'node:path';
import type { Folder } from './folder.js';

/** What a running server writes about itself into `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
}

/**
 * Returns the server that last wrote that it runs on this folder, or undefined when there is none.
 */
export function readPostmaster(folder: Folder): Postmaster | undefined {
  try {
    const lines = fs.readFileSync(fileOf(folder), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

/**
 * Removes the file. PostgreSQL does not start while the file names a living process, even if that
 * process only got the same pid.
 */
export function removePostmaster(folder: Folder): void {
  fs.rmSync(fileOf(folder), { force: true });
}

const fileOf = ({ data }: Folder) => path.join(data, 'postmaster.pid');
