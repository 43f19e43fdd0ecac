import path from 'node:path';
import { productFolder } from '@app/config';

/** The programs that the launcher runs, as absolute paths. */
export interface EntryPoints {
  api: string;
  worker: string;
  cli: string;
}

/** Returns the programs that `npm run build` made. */
export function builtEntryPoints(): EntryPoints {
  const main = (app: string) => path.join(productFolder(), 'dist/apps', app, 'src/main.js');
  return { api: main('api'), worker: main('worker'), cli: main('cli') };
}
