import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the product: the nearest one above with a package.json, because sources and build lie
 * at different depths below it. This is the clone, or where a package or an image has it.
 */
export function productFolder(from = import.meta.dirname): string {
  // Not existsSync: it says no where a service may read a file by a capability only.
  if (statSync(join(from, 'package.json'), { throwIfNoEntry: false })) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('There is no package.json above the product.');
  return productFolder(parent);
}

/** The release, from package.json. */
export function productVersion(): string {
  const file = join(productFolder(), 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
