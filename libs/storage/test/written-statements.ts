import { COMPOSED } from './composed-statements.js';
import { ROLL_UP_MIGRATIONS } from './roll-up-migrations.js';
import { TEXT_DICTIONARIES } from './text-dictionaries.js';
import { VISIT_STATEMENTS } from './visit-statements.js';

/** The text of every file in `sql/` that npm run statements writes, by its name. */
export const WRITTEN_STATEMENTS: Readonly<Record<string, string>> = {
  ...VISIT_STATEMENTS,
  ...TEXT_DICTIONARIES,
  ...ROLL_UP_MIGRATIONS,
  ...Object.fromEntries(COMPOSED.map(({ name, text }) => [name, text])),
};
