// npm run statements: writes the statements that follow from descriptions, into libs/storage/sql.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WRITTEN_STATEMENTS } from '../../libs/storage/test/written-statements.js';

const FOLDER = join(import.meta.dirname, '../../libs/storage/sql');

export function main(): number {
  for (const [name, text] of Object.entries(WRITTEN_STATEMENTS)) {
    const file = join(FOLDER, `${name}.sql`);
    if (textIn(file) === text) continue;
    writeFileSync(file, text);
    console.log(`${file} written`);
  }
  return 0;
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
