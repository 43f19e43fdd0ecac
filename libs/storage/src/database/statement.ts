import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const SQL_DIRECTORY = join(import.meta.dirname, '..', '..', 'sql');

/**
 * Returns a statement of `sql/` by folder and name, such as `accounts/find_key`. It is read once,
 * when the module that uses it loads.
 */
export function statement(name: string): string {
  return readFileSync(join(SQL_DIRECTORY, `${name}.sql`), 'utf8');
}
