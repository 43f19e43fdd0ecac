import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const SQL_DIRECTORY = join(import.meta.dirname, '..', '..', 'sql');

/** A statement of `sql/` by folder and name, `accounts/find_key`; read once when its module loads. */
export function statement(name: string): string {
  return readFileSync(join(SQL_DIRECTORY, `${name}.sql`), 'utf8');
}
