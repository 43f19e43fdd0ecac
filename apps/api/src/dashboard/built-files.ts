import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';

/** A file of the built dashboard, with its compressed forms. */
export interface BuiltFile {
  /** Relative to the dashboard's address, such as `assets/index-C3Jz.js`. */
  name: string;
  type: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Where `npm run build` puts it, as seen from the built API and from the source of it. */
const PLACES = ['../../../dashboard', '../../../../dist/apps/dashboard'].map((place) =>
  join(import.meta.dirname, place),
);

/** Returns the folder of the built dashboard, or undefined when it was not built. */
export function builtFolder(places: readonly string[] = PLACES): string | undefined {
  return places.find((place) => existsSync(join(place, 'index.html.br')));
}

/**
 * Reads the whole dashboard. It is small, and a file that is in memory needs no care about what a
 * path in a request may name.
 */
export function readBuiltFiles(folder: string): BuiltFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && Object.hasOwn(TYPES, extname(entry.name)))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return {
        name: relative(folder, file).replaceAll('\\', '/'),
        type: TYPES[extname(file)] as string,
        plain: readFileSync(file),
        br: readFileSync(`${file}.br`),
        gzip: readFileSync(`${file}.gz`),
      };
    });
}
