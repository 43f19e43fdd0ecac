import fs from 'node:fs';
import path from 'node:path';

/** The programs that the launcher runs, as absolute paths. */
export interface EntryPoints {
  api: string;
  worker: string;
  cli: string;
}

/**
 * Returns the folder of the repository: the nearest folder above this file with a package.json.
 * This works for sources and for `dist`.
 */
export function repositoryRoot(from: string = import.meta.dirname): string {
  if (fs.existsSync(path.join(from, 'package.json'))) return from;
  const parent = path.dirname(from);
  if (parent === from) throw new Error('There is no package.json above the launcher.');
  return repositoryRoot(parent);
}

/** Returns the programs that `npm run build` made. */
export function builtEntryPoints(root: string = repositoryRoot()): EntryPoints {
  const main = (app: string) => path.join(root, 'dist/apps', app, 'src/main.js');
  return { api: main('api'), worker: main('worker'), cli: main('cli') };
}
