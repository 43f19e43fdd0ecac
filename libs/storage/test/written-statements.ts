import { COMPOSED } from './composed-statements.js';
import { ROLL_UP_MIGRATIONS } from './roll-up-migrations.js';
import { VISIT_STATEMENTS } from './visit-statements.js';

/** The text of every file in `sql/` that npm run statements writes, by its name. */
export const WRITTEN_STATEMENTS: Readonly<Record<string, string>> = {
  ...VISIT_STATEMENTS,
  ...ROLL_UP_MIGRATIONS,
  ...Object.fromEntries(COMPOSED.map(({ name, text }) => [name, text])),
};
