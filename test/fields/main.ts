// npm run fields: writes the statements that name the fields of visits, from the table of fields.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VISIT_STATEMENTS } from '../../libs/storage/test/visit-statements.js';

const FOLDER = join(import.meta.dirname, '../../libs/storage/sql');

export function main(): number {
  for (const [name, text] of Object.entries(VISIT_STATEMENTS)) {
    const file = join(FOLDER, `${name}.sql`);
    writeFileSync(file, text);
    console.log(`${file} written`);
  }
  return 0;
}
